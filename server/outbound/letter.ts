/** A mail as people read it. */
export interface Letter {
  to: string
  subject: string
  text: string
  html: string
  /** What a mail program calls when its reader wants no more such mails (RFC 8058). */
  unsubscribe?: string
  /** Id of a file that goes with it. */
  file?: string
}

/** What locales/<language>/mail.json says about one kind of mail. */
export interface LetterWords {
  subject: string
  /** What the link does, in the words of a button. */
  action?: string
  /** Paragraphs before link or code, and after. */
  before: readonly string[]
  after: readonly string[]
}

interface Content {
  to: string
  words: LetterWords
  greeting: string
  farewell: string
  language: string
  link?: string | undefined
  code?: string | undefined
  /** For who wants no more such mails: the words, the page, and the call of a mail program. */
  ending?: { words: string; page: string; call: string } | undefined
}

/** The same letter as plain text and as simple HTML. */
export function write({ to, words, greeting, farewell, language, link, code, ending }: Content): Letter {
  const { subject, action, before, after } = words
  const key = link ?? code
  const last = ending ? [`${ending.words} ${ending.page}`] : []
  const paragraphs = [greeting, ...before, ...(key === undefined ? [] : [key]), ...after, farewell, ...last]
  const open = [greeting, ...before].map(paragraph)
  const shown =
    link === undefined
      ? code === undefined
        ? ''
        : `<p style="font-size:1.5em;letter-spacing:.2em"><strong>${escaped(code)}</strong></p>`
      : `<p><a href="${escaped(link)}">${escaped(action ?? link)}</a></p>${paragraph(link)}`
  return {
    to: oneLine(to),
    subject: oneLine(subject),
    text: `${paragraphs.join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
      `<body style="font-family:sans-serif;line-height:1.5">${open.join('')}${shown}`,
      `${[...after, farewell].map(paragraph).join('')}`,
      ending ? `<p><a href="${escaped(ending.page)}">${escaped(ending.words)}</a></p>` : '',
      '</body></html>',
    ].join(''),
    ...(ending && { unsubscribe: ending.call }),
  }
}

const paragraph = (text: string): string => `<p>${escaped(text)}</p>`

/** V-10: nothing that somebody wrote begins a new header. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
