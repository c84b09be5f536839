import { catalogue } from '@minefall/shared/game'

const rows = catalogue.map(({ gameId, rules, ...table }) => ({
  game_id: gameId,
  ...table,
  ...rules,
  clock_ms: rules.clockMs,
  sealed: rules.sealed ?? false,
}))

/** What makes a table another game: the program's to say. Its stakes, practice, rake and closing are staff's. */
const own = [
  'name',
  'seats',
  'w',
  'h',
  'mines',
  'clues',
  'boards',
  'clock_ms',
  'openers',
  'fade',
  'rise',
  'sealed',
  'assets',
  'guests',
]
const columns = (prefix: string) => own.map((column) => `${prefix}.${column}`).join(', ')

/** Brings `game_table` in line with the catalogue: new tables come last, changed ones take their new rules, none goes. */
export const catalogueSql = `
insert into game_table as t (game_id, position, stakes, practice, ${own.join(', ')})
select game_id, (select max(position) from game_table) + row_number() over (), stakes, practice, ${columns('g')}
from jsonb_to_recordset($json$${JSON.stringify(rows)}$json$) as g (
  game_id text, name text, seats int, w int, h int, mines int, clues boolean, boards int, clock_ms int,
  openers int, fade int, rise int, sealed boolean,
  stakes bigint[], assets text[], guests boolean, practice boolean)
on conflict (game_id) do update set version = t.version + 1,
  (${own.join(', ')}) = (${columns('excluded')})
where (${columns('t')}) is distinct from (${columns('excluded')});
`
