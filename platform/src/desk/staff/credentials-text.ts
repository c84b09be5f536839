import { renderUnicodeCompact } from 'uqr'
import type { Added } from './manage.ts'
import { describeFactor } from './second-factor.ts'

/**
 * What somebody of staff signs in with, for a terminal; nobody can read it again. `password` is null where they chose it
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
