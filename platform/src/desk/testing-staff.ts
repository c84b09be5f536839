import { randomBytes, randomUUID } from 'node:crypto'
import type { Staff, StaffRole } from '@minefall/shared/contracts/desk'
import { systemClock } from '@minefall/shared/node'
import { argon2Hasher } from '../accounts/index.ts'
import type { Database } from '../db/index.ts'
import { readKeyRing } from '../http/index.ts'
import { drawPassword } from './staff/first-admin.ts'
import { addStaff } from './staff/manage.ts'
import { describeFactor } from './staff/second-factor.ts'

/** A member of staff with what they sign in with; the secret is in base 32. */
export type TestStaff = Staff & { password: string; secret: string }

/** Adds someone with each of these roles, as `npm run staff` does but with cheap hashes, for a program with this data folder. */
export const addTestStaff = async (
  db: Database,
  dataDir: string,
  roles: readonly StaffRole[],
): Promise<TestStaff[]> => {
  const cost = { memoryKib: 8, passes: 1 }
  const hasher = await argon2Hasher({ cost, atOnce: 1, waiting: 1, randomBytes })
  const staffKeys = await readKeyRing(dataDir, 'staff')
  const office = { db, clock: systemClock, randomBytes, hasher, staffKeys, newId: randomUUID }
  const all: TestStaff[] = []
  for (const role of roles) {
    const password = drawPassword(randomBytes)
    const email = `${role}.${randomUUID()}@house.example`
    const added = await addStaff(office, { email, name: `Staff ${all.length + 1}`, role, password })
    if (!added) throw new Error(`${email} is taken`)
    all.push({ ...added.staff, password, secret: describeFactor(added.secret, email).secret })
  }
  await hasher.close()
  return all
}
