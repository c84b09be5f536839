export type { Notice, NoticeLanguage } from './general-notices.ts'
export {
  fillIn,
  isNoticeName,
  type NoticeName,
  type NoticeValues,
  noticeLanguageOf,
  noticeOfCode,
  notices,
  noticeText,
} from './notices.ts'
