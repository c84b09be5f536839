export type { Notice, NoticeLanguage } from './notice.ts'
export {
  isNoticeName,
  type NoticeName,
  noticeLanguageOf,
  noticeOfCode,
  notices,
  noticeText,
} from './notices.ts'
