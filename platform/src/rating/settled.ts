/**
 * A rating is settled when it was sure after a match once (it has a best), and the latest rated matches were played with
 * enough different people. Before, others see none of it, and it counts for nothing: what a few accounts win from each
 * other says nothing of the rest.
 */
export const settledMatches = 30
export const settledPeople = 20

/** The condition in SQL on a row `r` of `rating`. It goes through the latest matches alone. */
export const isSettled = `r.best is not null and (
  select count(distinct other.player_id)
  from (select nth from rated_seat where player_id = r.player_id order by nth desc limit ${settledMatches}) as latest
  join rated_seat other on other.nth = latest.nth and other.player_id <> r.player_id
) >= ${settledPeople}`
