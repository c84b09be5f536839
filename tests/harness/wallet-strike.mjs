/**
 * Loaded into a server ahead of its program (`node --import`): ends it by SIGKILL between two steps of what the wallet
 * does. Both databases are asked through `pg`, the embedded one too, so this sees each statement where it leaves the
 * program. Plain JavaScript, because Node loads it on its own.
 *
 * Nothing is struck unless the file `strikes` is in the data folder; it gets `<statement> <how>` before the strike.
 */
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const notes = join(process.env.DATA_DIR, 'strikes')

/** Steps are what is written of orders and of all behind them, by table, and what moves coins, by function. */
const steps =
  /\b(?:insert into|update|delete from)\s+(wallet_order|wallet_order_approval|checkout_session|provider_event|sandbox_checkout|one_time_code|desk_audit|transfer)\b|\b(hold_coins|capture_hold|release_hold)\(/

/** Those in whose transaction there was such a step: its commit is one as well. */
const atWork = new WeakSet()

const stepOf = (client, statement) => {
  const text = (typeof statement === 'string' ? statement : statement?.text) ?? ''
  if (/^\s*commit\b/i.test(text)) return atWork.delete(client) ? 'commit' : null
  const [, table, moves] = steps.exec(text) ?? []
  if (table === undefined && moves === undefined) return null
  atWork.add(client)
  return table ?? moves
}

/** So many steps of a life go through. */
let spared = Math.floor(Math.random() * 25)

const strike = (step, how) => {
  appendFileSync(notes, `${step} ${how}\n`)
  process.kill(process.pid, 'SIGKILL')
}

const query = pg.Client.prototype.query
pg.Client.prototype.query = function (...asked) {
  const step = existsSync(notes) ? stepOf(this, asked[0]) : null
  if (step === null || spared-- > 0) return query.apply(this, asked)
  if (Math.random() < 0.5) strike(step, 'unsent')
  return query.apply(this, asked).then((answer) => {
    strike(step, 'at-the-answer')
    return answer
  })
}
