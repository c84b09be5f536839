import type { LanguageId } from '@minefall/shared/languages'
import type { Plugin } from 'vite'
import { browserNames } from './browsers.ts'

const texts: Record<LanguageId, (browsers: string) => string> = {
  'en-US': (browsers) => `This browser is too old for Minefall. Use one of these, or newer: ${browsers}.`,
  'ja-JP': (browsers) =>
    `このブラウザーは古いため、Minefallを利用できません。対応ブラウザー（以降のバージョン）：${browsers}。`,
  'ko-KR': (browsers) =>
    `이 브라우저는 너무 오래되어 Minefall을 이용할 수 없어요. 지원하는 브라우저(이후 버전 포함): ${browsers}.`,
  'ms-MY': (browsers) =>
    `Pelayar ini terlalu lama untuk Minefall. Guna salah satu daripada ini, atau yang lebih baharu: ${browsers}.`,
  'pt-BR': (browsers) =>
    `Este navegador é antigo demais para o Minefall. Use um destes ou um mais recente: ${browsers}.`,
}

/**
 * What a browser shows that is older than those the client is built for, and runs none of its scripts: words of the page
 * itself, which `old-browser.css` takes away from any browser that knows what the client needs.
 */
export const oldBrowser = (): Plugin => ({
  name: 'old-browser',
  transformIndexHtml: (html) =>
    html.replace(
      '<!--old-browser-->',
      `<div class="old-browser">${Object.entries(texts)
        .map(([language, text]) => `<p lang="${language}">${text(browserNames)}</p>`)
        .join('')}</div>`,
    ),
})
