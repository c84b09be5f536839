export { staffCommand } from './staff/command.ts'
export { addFirstAdmin } from './staff/first-admin.ts'
export { type Desk, startDesk } from './start-desk.ts'
