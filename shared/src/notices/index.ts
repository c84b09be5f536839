export type { Notice } from './general-notices.ts'
export {
  documentedText,
  fillIn,
  isNoticeName,
  type NoticeName,
  type NoticeValues,
  noticeLanguageOf,
  noticeOfCode,
  notices,
  noticeText,
} from './notices.ts'
