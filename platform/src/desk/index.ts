export { credentialsText } from './staff/credentials-text.ts'
export { addFirstAdmin } from './staff/first-admin.ts'
export {
  addStaff,
  disableStaff,
  listStaff,
  type Office,
  resetStaff,
} from './staff/manage.ts'
export { drawPassword } from './staff/password.ts'
export { type Desk, startDesk } from './start-desk.ts'
export type { World as DeskWorld } from './world.ts'
