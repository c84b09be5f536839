import type { Notice } from './notice.ts'

/** Said about calls and connections as such, whatever they are for. */
export const generalNotices = {
  done: { zh: '操作成功', en: 'Done' },
  'bad-parameters': { zh: '请求参数错误', en: 'The request has wrong parameters' },
  'request-failed': { zh: '请求失败', en: 'The request failed' },
  'timed-out': {
    zh: '请求超时，请检查网络连接',
    en: 'The request timed out, please check your network connection',
  },
  'network-error': { zh: '网络错误，请稍后重试', en: 'Network error, please try again later' },
  'too-many-requests': {
    zh: '操作过于频繁，请在{seconds}秒后重试',
    en: 'Too many tries, please try again in {seconds} seconds',
  },
  'not-allowed': { zh: '没有权限', en: 'This is not allowed' },
  'not-found': { zh: '内容不存在', en: 'There is nothing here' },
  unavailable: {
    zh: '服务暂时不可用，请稍后重试',
    en: 'This is not available right now, please try again later',
  },
} as const satisfies Record<string, Notice>
