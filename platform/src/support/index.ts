export { addMessage, lockConversation } from './chat/add-message.ts'
export {
  type Conversation,
  closeConversation,
  listConversations,
  readConversation,
  unreadByStaff,
  unreadOf,
} from './chat/conversation.ts'
export { readLatest, readPage } from './chat/message-row.ts'
export { countPicture, readPicture, uploadPicture } from './chat/pictures.ts'
export type { StaffPresence } from './chat/staffed.ts'
export { type Support, startSupport } from './start-support.ts'
