export {
  type Added,
  addStaff,
  disableStaff,
  listStaff,
  type Office,
  resetStaff,
} from './staff/manage.ts'
export { drawPassword } from './staff/password.ts'
export { describeFactor } from './staff/second-factor.ts'
export { type Desk, startDesk } from './start-desk.ts'
export type { World as DeskWorld } from './world.ts'
