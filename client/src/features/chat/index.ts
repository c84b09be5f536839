export { ChatButton } from './ChatButton.tsx'
export { openChat } from './door.ts'
export { useUnread } from './unread.ts'
