import { renderUnicodeCompact } from 'uqr'
import { type Added, addStaff, type Office } from './manage.ts'
import { describeFactor } from './second-factor.ts'

/** Without characters that look like others. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const [groups, groupLength] = [5, 5]

/** A password of 123 bits, in groups that can be read out. */
export const drawPassword = (randomBytes: (count: number) => Uint8Array): string => {
  const most = 256 - (256 % alphabet.length)
  let drawn = ''
  while (drawn.length < groups * groupLength)
    for (const byte of randomBytes(groups * groupLength))
      if (byte < most && drawn.length < groups * groupLength) drawn += alphabet[byte % alphabet.length]
  return drawn.match(new RegExp(`.{${groupLength}}`, 'g'))?.join('-') ?? ''
}

/**
 * What someone of staff signs in with, for a terminal; no one can read it again. `password` is null where they chose it
 * themselves.
 */
export const credentialsText = ({ staff, secret }: Added, password: string | null): string => {
  const factor = describeFactor(secret, staff.email)
  return `${staff.name} <${staff.email}> has the role ${staff.role}.

${password === null ? '' : `Password: ${password}\n`}Second factor: ${factor.secret}
Address of the second factor: ${factor.address}

${renderUnicodeCompact(factor.address)}

Scan this with an authenticator app. Nothing of it is shown again.`
}

const firstAdmin = { email: 'admin@minefall.example', name: 'First admin', role: 'admin' } as const

/** Adds someone who may do everything at the desk. Answers what they sign in with, which is reported this once. */
export const addFirstAdmin = async (office: Office): Promise<string> => {
  const password = drawPassword(office.randomBytes)
  const added = await addStaff(office, { ...firstAdmin, password })
  if (!added) throw new Error('a new database has staff already')
  return credentialsText(added, password)
}
