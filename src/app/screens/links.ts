const plain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Links inside the app change the page without loading it anew, so that parts which know no router can use plain links. */
export function followLinks(go: (to: string) => void): () => void {
  const follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || !plain(event)) return
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    // A part of this page is the browser's to go to: it moves the focus as well.
    if (link?.getAttribute('href')?.startsWith('#')) return
    if (!link || link.origin !== location.origin || link.hasAttribute('download')) return
    if (link.target !== '' && link.target !== '_self') return
    event.preventDefault()
    go(link.pathname + link.search + link.hash)
  }
  document.addEventListener('click', follow)
  return () => document.removeEventListener('click', follow)
}
