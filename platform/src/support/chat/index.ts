export { addMessage } from './add-message.ts'
export { closeConversation } from './close-conversation.ts'
export {
  type Conversation,
  listConversations,
  readConversation,
  unreadByStaff,
  unreadOf,
} from './conversation.ts'
export { readLatest, readPage } from './message-row.ts'
export { countPicture, readPicture, uploadPicture } from './pictures.ts'
export type { StaffPresence } from './staffed.ts'
