import type { MessageTexts } from './texts.ts'

export const japanese: MessageTexts = {
  code: {
    subject: '{code} は {product} の認証コードです',
    text: '{code} は {product} の認証コードです。有効期限は 5 分です。誰にも教えないでください。',
  },
  withdrawalCode: {
    subject: '{code} は {product} の認証コードです',
    text: '{code} は、{product} の {amount} コインを {to} へ出金するための認証コードです。有効期限は 5 分です。誰にも教えないでください。',
  },
  ending: ' お心当たりがない場合は、認証コードで {product} にログインし、パスワードを変更してください。',
  undoEnding: ' お心当たりがない場合は、{hours} 時間以内に取り消してください：{link}',
  news: {
    'device-signed-out': {
      subject: '端末がログアウトされました',
      text: 'お使いの端末の古いキーが使用されたため、その端末をログアウトしました。',
    },
    'phone-changed': {
      subject: '電話番号が変更されました',
      text: 'アカウントの電話番号が {to} に変更されました。',
    },
    'email-changed': {
      subject: 'メールアドレスが変更されました',
      text: 'アカウントのメールアドレスが {to} に変更されました。',
    },
    'password-changed': {
      subject: 'パスワードが変更されました',
      text: 'アカウントのパスワードが変更され、ほかのすべての端末がログアウトされました。',
    },
    'payment-password-changed': {
      subject: '支払いパスワードが変更されました',
      text: 'アカウントの支払いパスワードが変更されました。',
    },
    'break-begun': {
      subject: 'プレイの休止が始まりました',
      text: 'プレイ、入金、ギフトの受け取りはできません。コインの出金はいつでもできます。',
    },
    'break-begun-until': {
      subject: 'プレイの休止が始まりました',
      text: '{until}（UTC）まで、プレイ、入金、ギフトの受け取りはできません。コインの出金はいつでもできます。',
    },
    'destination-saved': {
      subject: '出金先が登録されました',
      text: 'アカウントの出金先として {to} が使えるようになりました。',
    },
    'withdrawal-requested': {
      subject: '出金 {number} の申請を受け付けました',
      text: '{amount} コインを {to} へ出金します。',
    },
    'change-undone': {
      subject: '連絡先の変更が取り消されました',
      text: 'アカウントの電話番号またはメールアドレスの変更が取り消されました。すべての端末がログアウトされ、ログインパスワードと支払いパスワードは削除されました。{until}（UTC）まで出金は停止されます。認証コードでログインし、新しいパスワードを設定してください。',
    },
  },
}
