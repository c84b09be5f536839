import { credentialsText } from './credentials-text.ts'
import { addStaff, type Office } from './manage.ts'
import { drawPassword } from './password.ts'

const firstAdmin = { email: 'admin@minefall.example', name: 'First admin', role: 'admin' } as const

/** Adds somebody who may do everything at the desk. Answers what they sign in with, which is told this once. */
export const addFirstAdmin = async (office: Office): Promise<string> => {
  const password = drawPassword(office.randomBytes)
  const added = await addStaff(office, { ...firstAdmin, password })
  if (!added) throw new Error('a new database has staff already')
  return credentialsText(added, password)
}
