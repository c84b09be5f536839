/**
 * Loaded into a server ahead of its program (`node --import`): ends it by SIGKILL between two steps of what is given for
 * play and what players set for their own. Both databases are asked through `pg`, the embedded one too, so this sees
 * each statement where it leaves the program. Plain JavaScript, because Node loads it on its own.
 *
 * Nothing is struck unless the file `strikes` is in the data folder. It says the work that is to be struck; before the
 * strike it gets a line, `<work> <statement> <how>`.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const notes = join(process.env.DATA_DIR, 'strikes')

/** By which statement a transaction is known to be at a work; everything from there to its commit is a step of it. */
const works = {
  counting: ({ text }) => /\binsert into pair_day\b/.test(text),
  claiming: ({ text, values }) => /\binsert into transfer\b/.test(text) && values?.includes('gift'),
  inviting: ({ text }) => /\bupdate referral set status\b/.test(text),
  limiting: ({ text }) => /\binsert into play_limit\b/.test(text),
  pausing: ({ text }) => /\binsert into play_break\b/.test(text),
}

/** The transactions that are at the wanted work, by their connection. */
const atWork = new WeakSet()

const stepOf = (client, statement, isWanted) => {
  const text = statement.text.trim()
  if (/^(commit|rollback)\b/i.test(text)) return atWork.delete(client) ? text : null
  if (isWanted(statement)) atWork.add(client)
  const [, table = 'reading'] = /\b(?:insert into|update|delete from)\s+(?!of\b)(\w+)/.exec(text) ?? []
  return atWork.has(client) ? table : null
}

/** So many steps of the work go through. */
let spared = Math.floor(Math.random() * 6)

const strike = (note) => {
  appendFileSync(notes, `\n${note}`)
  process.kill(process.pid, 'SIGKILL')
}

const query = pg.Client.prototype.query
pg.Client.prototype.query = function (...asked) {
  const [first, values] = asked
  const statement = typeof first === 'string' ? { text: first, values } : first
  if (!existsSync(notes) || typeof statement?.text !== 'string') return query.apply(this, asked)
  const work = readFileSync(notes, 'utf8').split('\n')[0]
  const step = works[work] ? stepOf(this, statement, works[work]) : null
  if (step === null || spared-- > 0) return query.apply(this, asked)
  if (Math.random() < 0.5) strike(`${work} ${step} unsent`)
  return query.apply(this, asked).then((answer) => {
    strike(`${work} ${step} at-the-answer`)
    return answer
  })
}
