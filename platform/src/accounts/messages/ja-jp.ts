import type { MessageTexts } from './texts.ts'

export const japanese: MessageTexts = {
  code: {
    subject: '{code}：{product}の認証コード',
    text: '{code} が{product}の認証コードです。有効期限は5分です。このコードは誰にも教えないでください。',
  },
  withdrawalCode: {
    subject: '{code}：{product}の認証コード',
    text: '{code} が{product}の出金の認証コードです。{amount}コインを{to}へ出金します。有効期限は5分です。このコードは誰にも教えないでください。',
  },
  ending: 'お心当たりがない場合は、認証コードで{product}にログインし、パスワードを変更してください。',
  undoEnding: 'お心当たりがない場合は、{hours}時間以内に変更を取り消してください：{link}',
  news: {
    'device-signed-out': {
      subject: '端末がログアウトされました',
      text: 'お使いの端末の古いログイン情報が再び使われたため、その端末をログアウトしました。',
    },
    'phone-changed': {
      subject: '電話番号が変更されました',
      text: 'アカウントの電話番号が{to}に変更されました。',
    },
    'email-changed': {
      subject: 'メールアドレスが変更されました',
      text: 'アカウントのメールアドレスが{to}に変更されました。',
    },
    'password-changed': {
      subject: 'パスワードが変更されました',
      text: 'アカウントのパスワードが変更されました。ほかの端末はすべてログアウトされています。',
    },
    'payment-password-changed': {
      subject: '支払いパスワードが変更されました',
      text: 'アカウントの支払いパスワードが変更されました。',
    },
    'break-begun': {
      subject: 'お休みが始まりました',
      text: 'プレイ、入金、ギフトの受け取りはできません。コインはいつでも出金できます。',
    },
    'break-begun-until': {
      subject: 'お休みが始まりました',
      text: '{until}（UTC）まで、プレイ、入金、ギフトの受け取りはできません。コインはいつでも出金できます。',
    },
    'destination-saved': {
      subject: '新しい受取先が追加されました',
      text: '出金の受取先が追加されました：{to}',
    },
    'withdrawal-requested': {
      subject: '出金{number}を受け付けました',
      text: '{to}への{amount}コインの出金を受け付けました。',
    },
    'change-undone': {
      subject: '連絡先の変更が取り消されました',
      text: 'アカウントの電話番号またはメールアドレスの変更が取り消されました。すべての端末がログアウトされ、ログインパスワードと支払いパスワードは削除されました。{until}（UTC）までは出金できません。認証コードでログインし、新しいパスワードを設定してください。お心当たりがない場合は、{product}のサポートにお問い合わせください。',
    },
  },
}
