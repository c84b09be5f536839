import type { MessageTexts } from './texts.ts'

export const korean: MessageTexts = {
  code: {
    subject: '{code}: {product} 인증 코드',
    text: '{code}: {product} 인증 코드. 5분 동안 유효해요. 누구에게도 알려 주지 마세요.',
  },
  withdrawalCode: {
    subject: '{code}: {product} 인증 코드',
    text: '{code}: {product} 출금 인증 코드. {amount}코인, 출금처 {to}. 5분 동안 유효해요. 누구에게도 알려 주지 마세요.',
  },
  ending: ' 본인이 아니라면 인증 코드로 {product}에 로그인해 비밀번호를 변경해 주세요.',
  undoEnding: ' 본인이 아니라면 {hours}시간 안에 취소해 주세요: {link}',
  news: {
    'device-signed-out': {
      subject: '기기가 로그아웃됐어요',
      text: '사용 중인 기기의 이전 로그인 정보가 다시 사용되어 그 기기를 로그아웃했어요.',
    },
    'phone-changed': {
      subject: '전화번호가 변경됐어요',
      text: '계정의 새 전화번호: {to}',
    },
    'email-changed': {
      subject: '이메일 주소가 변경됐어요',
      text: '계정의 새 이메일 주소: {to}',
    },
    'password-changed': {
      subject: '비밀번호가 변경됐어요',
      text: '계정의 비밀번호가 변경됐고 다른 모든 기기가 로그아웃됐어요.',
    },
    'payment-password-changed': {
      subject: '결제 비밀번호가 변경됐어요',
      text: '계정의 결제 비밀번호가 변경됐어요.',
    },
    'break-begun': {
      subject: '플레이 휴식이 시작됐어요',
      text: '플레이, 입금, 선물 수령을 할 수 없어요. 코인 출금은 언제든지 할 수 있어요.',
    },
    'break-begun-until': {
      subject: '플레이 휴식이 시작됐어요',
      text: '{until}(UTC)까지 플레이, 입금, 선물 수령을 할 수 없어요. 코인 출금은 언제든지 할 수 있어요.',
    },
    'destination-saved': {
      subject: '새 출금처가 추가됐어요',
      text: '출금에 쓸 새 출금처가 추가됐어요: {to}',
    },
    'withdrawal-requested': {
      subject: '출금 {number} 신청이 접수됐어요',
      text: '{amount}코인 출금을 신청했어요. 출금처: {to}',
    },
    'change-undone': {
      subject: '연락처 변경이 취소됐어요',
      text: '계정의 전화번호 또는 이메일 주소 변경이 취소됐어요. 모든 기기에서 로그아웃됐고, 로그인 비밀번호와 결제 비밀번호가 삭제됐어요. {until}(UTC)까지 출금이 중지돼요. 인증 코드로 로그인한 뒤 새 비밀번호를 설정해 주세요. 본인이 아니라면 {product} 고객 지원에 문의해 주세요.',
    },
  },
}
