export { addFirstAdmin, credentialsText, drawPassword } from './staff/first-admin.ts'
export {
  addStaff,
  disableStaff,
  listStaff,
  type Office,
  resetStaff,
} from './staff/manage.ts'
export { type Desk, startDesk } from './start-desk.ts'
export type { World as DeskWorld } from './world.ts'
