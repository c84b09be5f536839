/** Names of the program as people read them: `self-exclusion` becomes "Self exclusion". */
export const spoken = (name: string): string => {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Why a session ended. */
export const endings: Readonly<Record<string, string>> = {
  'signed-out': 'Signed out',
  ended: 'Ended from another device',
  everywhere: 'Signed out everywhere',
  password: 'Password changed',
  reuse: 'An old token was used',
  staff: 'Ended by staff',
  blocked: 'Account blocked',
  undone: 'A contact change was undone',
  expired: 'Expired',
}

export const assetNames = { coin: 'Coins', promo: 'Bonus', trial: 'Trial' } as const

const minuteMs = 60_000

/** Seconds of play in hours and minutes: `2 h 05 min`. */
export const played = (seconds: number): string => {
  const minutes = Math.floor((seconds * 1_000) / minuteMs)
  return minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

type Texts = { question: string; payment: string; rules: string; name: string; picture: string }

const english: Texts = {
  question: 'We have a question about your account. Please contact support.',
  payment: 'We have a question about one of your payments. Please contact support.',
  rules: 'Your account was used in a way that breaks our rules. Contact support if you disagree.',
  name: 'Your nickname breaks our rules, so we replaced it. You can choose another one in your profile.',
  picture:
    'Your profile picture breaks our rules, so we removed it. You can choose another one in your profile.',
}

/** In the other languages that players can choose. */
const others: Readonly<Record<string, Texts>> = {
  'ja-JP': {
    question: 'アカウントについて確認したいことがあります。サポートまでお問い合わせください。',
    payment: 'お支払いについて確認したいことがあります。サポートまでお問い合わせください。',
    rules: '規約に反する利用が確認されました。ご異議がある場合はサポートまでお問い合わせください。',
    name: 'ニックネームが規約に反していたため、別の名前に変更しました。新しいニックネームはプロフィールで設定できます。',
    picture: 'プロフィール画像が規約に反していたため、削除しました。別の画像はプロフィールで設定できます。',
  },
  'ko-KR': {
    question: '계정에 대해 확인할 사항이 있어요. 고객 지원에 문의해 주세요.',
    payment: '결제에 대해 확인할 사항이 있어요. 고객 지원에 문의해 주세요.',
    rules: '규정에 어긋나는 이용이 확인됐어요. 이의가 있으면 고객 지원에 문의해 주세요.',
    name: '닉네임이 규정에 어긋나 다른 이름으로 바꿨어요. 새 닉네임은 프로필에서 정할 수 있어요.',
    picture: '프로필 사진이 규정에 어긋나 삭제했어요. 다른 사진은 프로필에서 고를 수 있어요.',
  },
  'ms-MY': {
    question: 'Kami ingin bertanya tentang akaun anda. Sila hubungi khidmat pelanggan.',
    payment: 'Kami ingin bertanya tentang satu bayaran anda. Sila hubungi khidmat pelanggan.',
    rules:
      'Akaun anda telah digunakan dengan cara yang melanggar peraturan kami. Jika tidak bersetuju, sila hubungi khidmat pelanggan.',
    name: 'Nama panggilan anda melanggar peraturan kami, jadi kami telah menggantikannya. Anda boleh memilih nama lain dalam profil anda.',
    picture:
      'Gambar profil anda melanggar peraturan kami, jadi kami telah memadamkannya. Anda boleh memilih gambar lain dalam profil anda.',
  },
  'pt-BR': {
    question: 'Temos uma dúvida sobre a sua conta. Fale com o atendimento.',
    payment: 'Temos uma dúvida sobre um dos seus pagamentos. Fale com o atendimento.',
    rules:
      'Sua conta foi usada de um jeito que viola as nossas regras. Se não concordar, fale com o atendimento.',
    name: 'Seu apelido viola as nossas regras, por isso o substituímos. Você pode escolher outro no seu perfil.',
    picture:
      'Sua foto de perfil viola as nossas regras, por isso a removemos. Você pode escolher outra no seu perfil.',
  },
}

/** What an owner may read of a block, or of a name or picture that was removed, in their language. */
export const ownerTexts = (language: string): Texts => others[language] ?? english
