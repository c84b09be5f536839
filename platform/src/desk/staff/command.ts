import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { normalizeEmail } from '@minefall/shared/contact'
import { staffRoleSchema } from '@minefall/shared/contracts/desk'
import { startupError } from '@minefall/shared/node'
import { isCommonPassword } from '../../accounts/index.ts'
import { credentialsText, drawPassword } from './first-admin.ts'
import { addStaff, disableStaff, listStaff, type Office, resetStaff } from './manage.ts'

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

const readArguments = (args: readonly string[]) => {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
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

/** The password from `input`, or a drawn one, which is `shown`. */
const passwordOf = async (
  given: Arguments,
  input: AsyncIterable<unknown>,
): Promise<{ password: string; shown: string | null }> => {
  if (!given['password-stdin']) {
    const password = drawPassword(randomBytes)
    return { password, shown: password }
  }
  const password = (await text(input)).replace(/\r?\n$/, '')
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

/** Runs a command with valid arguments; resolves with what is to be printed. */
type Work = (office: Office) => Promise<string>
/** A command; `input` is where a password is entered. Throws a start-up error when the arguments are wrong. */
type Command = (given: Arguments, input: AsyncIterable<unknown>) => Promise<Work>

const add: Command = async (given, input) => {
  const [email, name, role] = [emailOf(given), nameOf(given), roleOf(given)]
  const { password, shown } = await passwordOf(given, input)
  return async (office) => {
    const added = await addStaff(office, { email, name, role, password })
    if (!added)
      throw startupError(
        `Someone on the staff has the address ${email} already; \`reset\` gives them a new password and second factor.`,
      )
    return credentialsText(added, shown)
  }
}

const reset: Command = async (given, input) => {
  const email = emailOf(given)
  const { password, shown } = await passwordOf(given, input)
  return async (office) => {
    const again = await resetStaff(office, { email, password })
    if (!again) throw noOne(email)
    return credentialsText(again, shown)
  }
}

const disable: Command = async (given) => {
  const email = emailOf(given)
  return async (office) => {
    const staff = await disableStaff(office, email)
    if (!staff) throw noOne(email)
    return `${staff.name} <${staff.email}> is signed out and can't sign in any more.`
  }
}

const list: Command = async () => async (office) => {
  const all = await listStaff(office.db)
  if (all.length === 0) return 'No one is on the staff yet.'
  return all
    .map(({ email, name, role, created_at, disabled_at }) => {
      const since = `since ${created_at.toISOString().slice(0, 10)}`
      const until = disabled_at ? `, disabled ${disabled_at.toISOString().slice(0, 10)}` : ''
      return `${role.padEnd(8)} ${name} <${email}> ${since}${until}`
    })
    .join('\n')
}

const commands = new Map<string, Command>([
  ['add', add],
  ['reset', reset],
  ['disable', disable],
  ['list', list],
])

/**
 * What `npm run staff` does with these arguments once there is a database, and prints. A password is read from `input`
 * where they say so. Throws a start-up error that says in a sentence what is wrong with them.
 */
export const staffCommand = async (args: readonly string[], input: AsyncIterable<unknown>): Promise<Work> => {
  const given = readArguments(args)
  const command = commands.get(given.command)
  if (!command) throw startupError(usage)
  return command(given, input)
}
