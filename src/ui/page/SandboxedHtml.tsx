import { useEffect, useRef } from 'react'
import styles from './SandboxedHtml.module.css'
import look from './sandboxed.css?url'

interface Policy {
  createHTML(html: string): string
}

const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } })
  .trustedTypes

/** The only way of foreign HTML into the page: into a frame that runs no script (B-03, B-04). The server has cleaned it. */
const policy: Policy = factory?.createPolicy('gatehouse-documents', { createHTML: (html) => html }) ?? {
  createHTML: (html) => html,
}

/** The theme that a person has chosen; the system's otherwise. */
function theme(): string {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'dark' || chosen === 'light' ? chosen : ''
}

/** The policy of the page holds in the frame too: styles in the text would only be refused and reported, one by one. */
const withoutStyles = (html: string): string => html.replaceAll(/\sstyle="[^"]*"/gi, '')

const pageOf = (html: string): string =>
  `<!doctype html><html data-theme="${theme()}"><head><link rel="stylesheet" href="${look}"></head><body>${withoutStyles(html)}</body></html>`

/**
 * HTML of somebody else in a frame without scripts, forms or ways out. It keeps our origin, so that it may load our own
 * style sheet and be measured; without `allow-scripts` that gives it no power.
 */
export function SandboxedHtml({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const { current } = frame
    if (!current) return
    const measure = (): void => {
      const height = current.contentDocument?.documentElement.scrollHeight
      if (height) current.style.height = `${height}px`
    }
    current.addEventListener('load', measure)
    current.srcdoc = policy.createHTML(pageOf(html))
    return () => current.removeEventListener('load', measure)
  }, [html])
  return <iframe ref={frame} className={styles.frame} title={title} sandbox="allow-same-origin" />
}
