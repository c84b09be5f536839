/** One message: its zh-CN text, the documented one where there is one, and its en-US text. `{name}` is filled in. */
export type Notice = { zh: string; en: string }
export type NoticeLanguage = keyof Notice

/** Said about calls and connections as such, whatever they are for. */
export const generalNotices = {
  done: { zh: '操作成功', en: 'Done' },
  'bad-parameters': { zh: '请求参数错误', en: 'Something you entered isn’t valid. Check it and try again' },
  'request-failed': { zh: '请求失败', en: 'Something went wrong. Please try again' },
  'timed-out': {
    zh: '请求超时，请检查网络连接',
    en: 'The request timed out. Check your network connection',
  },
  'network-error': { zh: '网络错误，请稍后重试', en: 'Network error. Please try again later' },
  'too-many-requests': {
    zh: '操作过于频繁，请在{seconds}秒后重试',
    en: 'Too many tries. Please try again in {seconds} seconds',
  },
  'not-allowed': { zh: '没有权限', en: 'You can’t do this' },
  'not-found': { zh: '内容不存在', en: 'Not found' },
  unavailable: {
    zh: '服务暂时不可用，请稍后重试',
    en: 'Not available right now. Please try again later',
  },
} as const satisfies Record<string, Notice>
