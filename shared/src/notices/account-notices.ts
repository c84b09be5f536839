import type { Notice } from './general-notices.ts'

/** Said about signing in, the profile and passwords. */
export const accountNotices = {
  'signed-in': { zh: '登录成功', en: 'Logged in' },
  'signed-out': { zh: '已退出登录', en: 'Signed out' },
  'session-expired': { zh: '登录已失效，请重新登录', en: 'Your session has expired. Please log in again' },
  /** What staff tell the owner. */
  'account-blocked': { zh: '账号已被停用：{text}', en: 'Your account is blocked: {text}' },
  unauthenticated: { zh: '身份验证失败，请重新登录', en: 'Couldn’t verify your login. Please log in again' },
  'wrong-password': { zh: '密码错误', en: 'Wrong password' },
  'wrong-code': { zh: '验证码错误或已过期', en: 'The verification code is wrong or has expired' },
  'code-sent': { zh: '验证码发送成功', en: 'Verification code sent' },
  'code-accounts-only': {
    zh: '短信繁忙：已注册的号码将收到验证码，新号码请稍后再试或使用邮箱',
    en: 'Text messages are limited right now. If this number has an account, its code is on the way. New here? Use email or try again later',
  },
  'mail-accounts-only': {
    zh: '邮件繁忙：已注册的邮箱将收到验证码，新邮箱请稍后再试',
    en: 'Emails are limited right now. If this address has an account, its code is on the way. New here? Try again later',
  },
  'code-failed': { zh: '验证码发送失败，请重试', en: 'Couldn’t send the code. Please try again' },
  'login-failed': { zh: '登录失败，请重试', en: 'Couldn’t log in. Please try again' },
  'avatar-updated': { zh: '头像更新成功', en: 'Avatar updated' },
  'avatar-uploaded': { zh: '头像上传成功', en: 'Avatar uploaded' },
  'nickname-updated': { zh: '昵称更新成功', en: 'Nickname updated' },
  'password-changed': { zh: '密码修改成功', en: 'Password changed' },
  'email-updated': { zh: '邮箱更新成功', en: 'Email address updated' },
  'phone-updated': { zh: '手机号更新成功', en: 'Phone number updated' },
  'currency-updated': { zh: '货币更新成功', en: 'Currency updated' },
  'session-ended': { zh: '该设备已退出登录', en: 'Device signed out' },
  'contact-invalid': {
    zh: '请输入有效的手机号或邮箱',
    en: 'Please enter a valid phone number or email.',
  },
  'username-required': { zh: '请输入用户名', en: 'Please enter username' },
  'phone-invalid': { zh: '请输入有效的手机号', en: 'Please enter a valid phone number' },
  'phone-short': { zh: '手机号太短', en: 'Phone number is too short' },
  'email-invalid': { zh: '请输入有效的邮箱地址', en: 'Please enter a valid email address' },
  'email-format': { zh: '邮箱格式不正确', en: 'Invalid email format' },
  'password-required': { zh: '请输入密码', en: 'Please enter password' },
  'password-short': { zh: '密码长度至少6位', en: 'Password must be at least 6 characters' },
  'password-length': { zh: '密码长度至少{count}位', en: 'Password must be at least {count} characters' },
  'password-common': {
    zh: '密码过于常见，请换一个',
    en: 'This password is too common. Choose another one',
  },
  'passwords-alike': {
    zh: '支付密码不能与登录密码相同',
    en: 'Your payment password can’t be the same as your login password',
  },
  'password-unset': {
    zh: '尚未设置登录密码，请使用验证码设置',
    en: 'You have no login password yet. Set one with a verification code',
  },
  'payment-locked': {
    zh: '支付密码错误次数过多，请稍后再试',
    en: 'Too many wrong payment passwords. Please try again later',
  },
  'code-required': { zh: '请输入验证码', en: 'Please enter verification code' },
  'code-length': { zh: '验证码必须为6位数字', en: 'Verification code must be 6 digits' },
  'invitation-length': { zh: '邀请码必须为8位数字', en: 'Invitation code must be 8 digits' },
  'contact-taken': {
    zh: '该手机号或邮箱已被其他账户使用',
    en: 'This phone number or email belongs to another account',
  },
  'proof-required': {
    zh: '请用您已有联系方式收到的验证码或支付密码确认这是您的账户',
    en: 'Confirm it’s your account with a code to an existing contact or your payment password',
  },
  'contact-unsettled': {
    zh: '此联系方式是新添加的，暂时不能用于确认更改',
    en: 'This contact is too new to confirm changes. Use another one or try again tomorrow',
  },
  'contact-reserved': {
    zh: '此联系方式最近已从账户移除，您可以撤销该更改',
    en: 'This contact was recently removed from its account. You can undo that change',
  },
  'undo-gone': { zh: '此链接已被使用或已过期', en: 'This link was used or has expired' },
  'change-undone': { zh: '更改已撤销', en: 'Change undone' },
  'session-confirmed': { zh: '已确认', en: 'Confirmed' },
  'image-format': {
    zh: '图片格式无效，请选择 JPG、PNG 或 GIF 格式',
    en: 'Invalid image format, please select JPG, PNG or GIF format',
  },
  'image-large': {
    zh: '图片文件过大，请选择小于5MB的图片',
    en: 'Image file is too large, please select an image smaller than 5MB',
  },
  'nickname-required': { zh: '请输入昵称', en: 'Please enter nickname' },
  'nickname-short': { zh: '昵称至少2个字符', en: 'Nickname must be at least 2 characters' },
  'nickname-long': { zh: '昵称最多20个字符', en: 'Nickname must be at most 20 characters' },
  'nickname-characters': {
    zh: '昵称包含不允许的字符',
    en: 'Nickname contains characters that are not allowed',
  },
} as const satisfies Record<string, Notice>
