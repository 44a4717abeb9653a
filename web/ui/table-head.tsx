type TableHeadProps = { readonly labels: readonly string[]; readonly className?: string };

export function TableHead({ labels, className }: TableHeadProps) {
  return (
    <thead className={className}>
      <tr>
        {labels.map((label) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
