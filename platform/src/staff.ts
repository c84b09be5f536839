import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { normalizeEmail } from '@minefall/shared/contact'
import { staffRoleSchema } from '@minefall/shared/contracts/desk'
import { isStartupError, silentLogger, startupError, systemClock } from '@minefall/shared/node'
import { v7 as newUuid } from 'uuid'
import { accountOptionsOf, argon2Hasher, isCommonPassword } from './accounts/index.ts'
import { databasePlace, readPlatformSettings } from './config.ts'
import { openDatabase } from './db/index.ts'
import {
  addStaff,
  credentialsText,
  disableStaff,
  drawPassword,
  listStaff,
  type Office,
  resetStaff,
} from './desk/index.ts'
import { readKeyRing } from './http/index.ts'

const usage = `Usage:
  npm run staff -- add --email ADDRESS --name NAME --role admin|finance|support [--password-stdin]
  npm run staff -- reset --email ADDRESS [--password-stdin]
  npm run staff -- disable --email ADDRESS
  npm run staff -- list`

const passwordLengths = { least: 12, most: 256 } as const

const options = {
  email: { type: 'string' },
  name: { type: 'string' },
  role: { type: 'string' },
  'password-stdin': { type: 'boolean' },
} as const

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [command = '', ...more] = positionals
    if (more.length > 0) throw new Error(`There is a word too many: ${more[0]}.`)
    return { command, ...values }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    // Node's own message would explain an escape that no one needs here.
    throw startupError(`${said.split('. ')[0]?.replace(/\.$/, '')}.\n${usage}`)
  }
}
type Arguments = ReturnType<typeof readArguments>

const emailOf = ({ email }: Arguments): string => {
  if (email === undefined) throw startupError(`Say whom with --email.\n${usage}`)
  const known = normalizeEmail(email.trim())
  if (known === null) throw startupError(`--email must be an email address, and ${email} is none.`)
  return known
}

const nameOf = ({ name = '' }: Arguments): string => {
  const plain = name.trim()
  if (!/^[^\p{C}]{1,60}$/u.test(plain)) throw startupError('--name must have 1 to 60 characters.')
  return plain
}

const roleOf = ({ role }: Arguments) => {
  const known = staffRoleSchema.safeParse(role)
  if (known.success) return known.data
  throw startupError(
    `--role must be admin, finance or support${role === undefined ? '' : `, and not ${role}`}.`,
  )
}

/** The password from standard input, or a drawn one, which is `shown`. */
const passwordOf = async (given: Arguments): Promise<{ password: string; shown: string | null }> => {
  if (!given['password-stdin']) {
    const password = drawPassword(randomBytes)
    return { password, shown: password }
  }
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  const length = [...password].length
  if (length < passwordLengths.least || length > passwordLengths.most)
    throw startupError(
      `The password on the standard input must have ${passwordLengths.least} to ${passwordLengths.most} characters, and has ${length}.`,
    )
  if (await isCommonPassword(password))
    throw startupError('That password is among the most common ones; choose another.')
  return { password, shown: null }
}

const noOne = (email: string) => startupError(`No one on the staff has the address ${email}.`)

/** Runs a command with valid arguments. */
type Work = (office: Office) => Promise<void>

const add = async (given: Arguments): Promise<Work> => {
  const [email, name, role] = [emailOf(given), nameOf(given), roleOf(given)]
  const { password, shown } = await passwordOf(given)
  return async (office) => {
    const added = await addStaff(office, { email, name, role, password })
    if (!added)
      throw startupError(
        `Someone on the staff has the address ${email} already; \`reset\` gives them a new password and second factor.`,
      )
    console.log(credentialsText(added, shown))
  }
}

const reset = async (given: Arguments): Promise<Work> => {
  const email = emailOf(given)
  const { password, shown } = await passwordOf(given)
  return async (office) => {
    const again = await resetStaff(office, { email, password })
    if (!again) throw noOne(email)
    console.log(credentialsText(again, shown))
  }
}

const disable = async (given: Arguments): Promise<Work> => {
  const email = emailOf(given)
  return async (office) => {
    const staff = await disableStaff(office, email)
    if (!staff) throw noOne(email)
    console.log(`${staff.name} <${staff.email}> is signed out and can't sign in any more.`)
  }
}

const list = async (): Promise<Work> => async (office) => {
  const all = await listStaff(office.db)
  if (all.length === 0) console.log('No one is on the staff yet.')
  for (const { email, name, role, created_at, disabled_at } of all) {
    const since = `since ${created_at.toISOString().slice(0, 10)}`
    const until = disabled_at ? `, disabled ${disabled_at.toISOString().slice(0, 10)}` : ''
    console.log(`${role.padEnd(8)} ${name} <${email}> ${since}${until}`)
  }
}

const commands = new Map<string, (given: Arguments) => Promise<Work>>([
  ['add', add],
  ['reset', reset],
  ['disable', disable],
  ['list', list],
])

/** Runs the command line on the configured database, which must exist. */
const manageStaff = async (): Promise<void> => {
  const given = readArguments()
  const command = commands.get(given.command)
  if (!command) throw startupError(usage)
  const work = await command(given)
  const settings = readPlatformSettings(process.env)
  const db = await openDatabase({ ...databasePlace(settings), existing: true, log: silentLogger() })
  try {
    const { hashing } = accountOptionsOf(settings)
    const hasher = await argon2Hasher({ ...hashing, waiting: 1, randomBytes })
    try {
      const staffKeys = await readKeyRing(resolve(settings.DATA_DIR), 'staff')
      await work({ db, clock: systemClock, randomBytes, hasher, staffKeys, newId: newUuid })
    } finally {
      await hasher.close()
    }
  } finally {
    await db.close()
  }
}

/** `npm run staff` as a process: trouble is said on stderr, with exit code 1. */
process.exitCode = await manageStaff().then(
  () => 0,
  (error: unknown) => {
    const said = error instanceof Error ? error.message : String(error)
    console.error(isStartupError(error) ? said : `The staff could not be changed: ${said}`)
    return 1
  },
)
