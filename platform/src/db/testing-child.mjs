/**
 * A separate process for the tests that kill one: `node --conditions=source testing-child.mjs <folder>`
 * opens the database there, says `open`, and writes numbered rows, saying each number once it is committed.
 * `lock` instead of a folder's database takes only its lock.
 */
const [folder, what] = process.argv.slice(2)
const say = (word) => process.stdout.write(`${word}\n`)

if (what === 'lock') {
  const { lockFolder } = await import('./folder-lock.ts')
  await lockFolder(folder).then(
    () => say('held'),
    (error) => say(error.message),
  )
  setInterval(() => {}, 1_000)
} else {
  const { openDatabase } = await import('./index.ts')
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const database = await openDatabase({ folder, log: silent })
  await database.query('create table if not exists written (n int primary key, half text)')
  const { rows } = await database.query('select coalesce(max(n), 0) as n from written')
  say('open')
  for (let n = rows[0].n + 1; ; n++) {
    await database.transaction(async (tx) => {
      await tx.query('insert into written values ($1, $2)', [n, 'first'])
      await tx.query('update written set half = $2 where n = $1', [n, 'whole'])
    })
    say(n)
  }
}
