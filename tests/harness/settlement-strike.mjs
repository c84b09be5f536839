/**
 * Loaded into a server ahead of its program (`node --import`): ends it by SIGKILL as it settles a match. Both databases
 * are asked through `pg`, the embedded one too, so this sees each settlement where it leaves the program. Plain
 * JavaScript, because Node loads it on its own.
 *
 * Nothing is struck unless the file `strikes` is in the data folder. It gets a line before a strike, `<match> <how>`,
 * and one more when the struck settlement is answered after all.
 */
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const notes = join(process.env.DATA_DIR, 'strikes')
const note = (line) => appendFileSync(notes, `${line}\n`)
const strike = () => process.kill(process.pid, 'SIGKILL')

/** After the time, as exactly as the event loop can tell, while everything else goes on. */
const strikeIn = (ms) => {
  const due = performance.now() + ms
  const look = () => (performance.now() >= due ? strike() : setImmediate(look))
  look()
}

/** Whether a statement settles a match: its payout is called with this step. */
const settles = ({ text, values }) => text?.includes('pay_out(') && values.includes('settled')
const matchOf = ({ values }) => values.find((value) => /^[0-9a-f]{32}$/.test(value))

/** How long the quickest settlement so far took, in milliseconds: what a strike is aimed by. */
let quickest = Number.POSITIVE_INFINITY
/** The first settlements of a life go through, so that matches do end and the time is known. */
let spared = 2 + Math.floor(Math.random() * 3)

/** Asks for a settlement that goes through. */
const spare = async (ask) => {
  spared -= 1
  const began = performance.now()
  const answer = await ask()
  quickest = Math.min(quickest, performance.now() - began)
  return answer
}

/** The program dies with the decision in hand, at some time of a settlement, or with the answer in hand. */
const strikeAt = async (statement, ask) => {
  spared = Number.POSITIVE_INFINITY
  const lot = Math.random()
  const how = lot < 0.15 ? 'unsent' : lot < 0.85 ? 'under-way' : 'at-the-answer'
  note(`${matchOf(statement)} ${how}`)
  if (how === 'unsent') strike()
  if (how === 'under-way') strikeIn(Math.random() * quickest)
  const answer = await ask()
  note('answered')
  if (how === 'at-the-answer') strike()
  return answer
}

const query = pg.Client.prototype.query
pg.Client.prototype.query = function (...asked) {
  const [statement] = asked
  const ask = () => query.apply(this, asked)
  if (!settles(statement)) return ask()
  return spared > 0 || !existsSync(notes) ? spare(ask) : strikeAt(statement, ask)
}
