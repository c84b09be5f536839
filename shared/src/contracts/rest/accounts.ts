export * from './contacts.ts'
export * from './login.ts'
export { nicknameSchema } from './nickname.ts'
export * from './profile.ts'
