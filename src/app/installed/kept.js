// What stood there when a home was left stands there again until the app draws it (decision 0250). public/boot.js brings
// this where something was kept (kept-page.ts): plain code, which waits for no other file.

const SVG = 'http://www.w3.org/2000/svg'
/** Another page than what is kept, or a tile of it. */
const DRAWN = 'article[aria-label], form, [role=alert], [role=dialog]'
/** Ms after which what was true is no longer shown for what is. */
const LONGEST = 8000

const { documentElement: root, head } = document

/** The app lies out of sight beneath what stands in for it, as wide as it will be. */
const BENEATH = 'position: absolute; inset: 0 0 auto; visibility: hidden'
const AGE = `position: fixed; inset: auto 0 calc(var(--space-5) + env(safe-area-inset-bottom)); width: fit-content;
  margin-inline: auto; padding: var(--space-2) var(--space-4); border-radius: var(--radius-control);
  background: var(--color-text); color: var(--color-canvas)`

function keptPage() {
  try {
    return JSON.parse(localStorage.getItem('gatehouse.page'))
  } catch {
    return undefined
  }
}

/** Nobody else's, of no other home, size or language, and drawn by this very build: others call their classes otherwise. */
function fits(page, { sessionId, serialNumber } = {}) {
  const { pathname, search } = location
  return (
    page.sessionId === sessionId &&
    (serialNumber === undefined || page.serialNumber === serialNumber) &&
    page.language === root.lang &&
    page.width === innerWidth &&
    (page.path === pathname + search || (page.first && pathname === '/')) &&
    page.build ===
      JSON.parse(document.querySelector('script[data-files]')?.dataset.files ?? '{}').home?.join()
  )
}

/** Elements are made one by one: nothing that was kept is read as a page. */
function made(part, namespace) {
  if (typeof part === 'string') return document.createTextNode(part)
  const [name, attributes, parts] = part
  const space = name === 'svg' ? SVG : namespace
  const element = space ? document.createElementNS(space, name) : document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (key === 'style') element.style.cssText = value
    else element.setAttribute(key, value)
  for (const one of parts) element.append(made(one, space))
  return element
}

/** A style sheet that the page names already, or not yet; whether it comes or not, nobody waits for it twice. */
function styled(file) {
  const named = document.querySelector(`link[rel=stylesheet][href="${file}"]`)
  if (named?.sheet) return undefined
  const link = named ?? document.createElement('link')
  const come = new Promise((done) => {
    link.addEventListener('load', done)
    link.addEventListener('error', done)
  })
  if (!named) {
    Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href: file })
    head.append(link)
  }
  return come
}

/** The place of the app, which may not have been read yet. */
const container = new Promise((found) => {
  const look = () => {
    const place = document.getElementById('root')
    if (!place) return
    reading.disconnect()
    found(place)
  }
  const reading = new MutationObserver(look)
  reading.observe(root, { childList: true, subtree: true })
  look()
})

function stand(page, place) {
  const age = ['p', { style: AGE }, [page.age]]
  const kept = made(['div', { inert: '', 'aria-hidden': 'true' }, [...page.tree, age]])
  kept.style.width = getComputedStyle(place).width
  place.style.cssText = BENEATH
  document.body.append(kept)
  const from = location.pathname
  const end = () => {
    drawing.disconnect()
    kept.remove()
    place.removeAttribute('style')
  }
  const drawing = new MutationObserver(() => {
    const elsewhere = location.pathname !== from && location.pathname !== page.path.split('?')[0]
    if (elsewhere || place.querySelector(DRAWN)) end()
  })
  drawing.observe(place, { childList: true, subtree: true })
  setTimeout(end, LONGEST)
}

const page = keptPage()
if (page && fits(page, window.gatehouseBoot)) {
  const [place] = await Promise.all([container, ...page.styles.map(styled)])
  // The app may have been quicker.
  if (!place.querySelector(DRAWN)) stand(page, place)
}
