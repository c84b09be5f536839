/** One message: its zh-CN text, the documented one where there is one, and its en-US text. `{name}` is filled in. */
export type Notice = { zh: string; en: string }
export type NoticeLanguage = keyof Notice
