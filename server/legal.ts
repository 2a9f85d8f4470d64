import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sanitizeHtml from 'sanitize-html'
import type { Document } from '#schemas/generated/definitions/document.ts'
import type { LegalDocument } from '#schemas/generated/entities/legal-document.ts'
import type { PendingPolicies } from '#schemas/generated/entities/pending-policies.ts'
import type { Language } from './lib/language.ts'
import { escaped } from './outbound/letter.ts'
import { isObject, type Settings } from './settings.ts'

const names = ['terms', 'privacy'] as const
export type LegalName = (typeof names)[number]

/** Where the shipped texts are shown (spec 1 §2). */
const PAGES: Readonly<Record<Language, Readonly<Record<LegalName, string>>>> = {
  ch_DE: { terms: '/agb', privacy: '/de/datenschutz' },
  ch_EN: { terms: '/en/terms-of-service', privacy: '/en/privacy-policy' },
}

/** Terms and privacy policy: the shipped texts, or what the deployment puts in their place. */
export class Legal {
  readonly #documents: ReadonlyMap<LegalName, Document>

  constructor(catalogue: string) {
    this.#documents = new Map(
      names.map((name) => [
        name,
        JSON.parse(readFileSync(join(catalogue, 'documents', `${name}.json`), 'utf8')) as Document,
      ]),
    )
  }

  document(name: LegalName, language: Language, settings: Settings): LegalDocument {
    const { version, ...texts } = this.#document(name)
    const { title, intro, sections } = texts[language]
    const own = ownHtml(settings)
    if (own !== '') return { title, html: clean(own), version: this.version(settings) }
    const html = [
      ...(intro === undefined ? [] : [`<p>${escaped(intro)}</p>`]),
      ...sections.flatMap(({ heading, body }) => [`<h2>${escaped(heading)}</h2>`, ...body.map(paragraph)]),
    ]
    return { title, html: html.join('\n'), version }
  }

  /** Changes with the texts; whoever accepted another one is asked again. */
  version(settings: Settings): string {
    const own = ownHtml(settings)
    const links = linksOf(settings)
    const shipped = names.map((name) => this.#document(name).version).join('+')
    const replaced = [own, links.terms, links.privacy]
    if (replaced.every((one) => one === '')) return shipped
    return createHash('sha256')
      .update(JSON.stringify([shipped, ...replaced]))
      .digest('base64url')
      .slice(0, 22)
  }

  /** What somebody must accept before signing in. */
  pending(language: Language, settings: Settings): PendingPolicies {
    const links = linksOf(settings)
    return {
      privacyPolicyPath: links.privacy || PAGES[language].privacy,
      termsOfServicePath: links.terms || PAGES[language].terms,
      isPrivacyPolicyAccepted: false,
      areTermsOfServiceAccepted: false,
    }
  }

  #document(name: LegalName): Document {
    const document = this.#documents.get(name)
    if (!document) throw new Error(`catalogue/documents/${name}.json is missing`)
    return document
  }
}

const ownHtml = ({ flags }: Settings): string =>
  typeof flags.TOS_PP_HTML === 'string' ? flags.TOS_PP_HTML : ''

function linksOf({ flags }: Settings): Record<LegalName, string> {
  const links = isObject(flags.TOS_PRIVACY) ? flags.TOS_PRIVACY : {}
  return { terms: safeLink(links.terms), privacy: safeLink(links.privacy) }
}

const safeLink = (link: unknown): string =>
  typeof link === 'string' && URL.canParse(link) && new URL(link).protocol === 'https:' ? link : ''

const paragraph = (part: string | readonly string[]): string =>
  typeof part === 'string'
    ? `<p>${escaped(part)}</p>`
    : `<ul>${part.map((point) => `<li>${escaped(point)}</li>`).join('')}</ul>`

/** Nothing that runs, loads or styles; links lead out safely. */
const clean = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [
      'h1',
      'h2',
      'h3',
      'h4',
      'p',
      'ul',
      'ol',
      'li',
      'a',
      'b',
      'strong',
      'i',
      'em',
      'br',
      'hr',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'blockquote',
    ],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }) },
  })
