export { addMessage } from './add-message.ts'
export {
  type Conversation,
  closeConversation,
  listConversations,
  readConversation,
  unreadByStaff,
  unreadOf,
} from './conversation.ts'
export { readLatest, readPage } from './message-row.ts'
export { countPicture, readPicture, uploadPicture } from './pictures.ts'
export type { StaffPresence } from './staffed.ts'
