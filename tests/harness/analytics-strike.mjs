/**
 * Loaded into a server ahead of its program (`node --import`): while the file `strike` is in the data folder, ends it by
 * SIGKILL between the storing of analytics events and the answer to anyone who told them. Both databases are asked through
 * `pg`, the embedded one too, so this sees the statement where it leaves the program. Plain JavaScript, because Node
 * loads it on its own.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const strikes = () => existsSync(join(process.env.DATA_DIR, 'strike'))

const isStoring = (statement) =>
  /\binsert into analytics_event\b/.test(typeof statement === 'string' ? statement : (statement?.text ?? ''))

const query = pg.Client.prototype.query
pg.Client.prototype.query = function (...asked) {
  const answer = query.apply(this, asked)
  if (!isStoring(asked[0]) || !strikes()) return answer
  return answer.then(() => process.kill(process.pid, 'SIGKILL'))
}
