-- Nobody is replaced twice for one prize, whatever two desks do at once. Desks find by it who came for whom.
alter table draw_replacements add constraint draw_replacements_from unique (raffle_id, prize_code, from_ticket);
