export function csvFile(name: string, csv: string): Response {
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  };
  return new Response(csv, { headers });
}
