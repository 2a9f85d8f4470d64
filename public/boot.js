// Runs before the app's code has loaded: the theme without a flash, and the answers that the app will ask for first.
// A classic script of its own, because the page allows no inline code.
;(() => {
  const { documentElement: root, currentScript: script, head } = document
  const keptIn = (storage, name) => {
    try {
      return window[storage].getItem(`gatehouse.${name}`)
    } catch {
      // Where storage is forbidden nothing is kept (U-05).
      return null
    }
  }
  const kept = (name) => keptIn('localStorage', name)

  const theme = kept('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  const language = kept('language') ?? (navigator.language.startsWith('en') ? 'ch_EN' : 'ch_DE')
  root.lang = language === 'ch_EN' ? 'en-CH' : 'de-CH'
  // Here, because what an installed app says of itself cannot be translated later (decision 0153).
  const manifest = document.createElement('link')
  manifest.rel = 'manifest'
  manifest.href = `/app.${language === 'ch_EN' ? 'ch_EN' : 'ch_DE'}.webmanifest`
  head.append(manifest)

  let session
  try {
    // An administrator who looks at somebody's home does so in one tab.
    session = JSON.parse(keptIn('sessionStorage', 'view') ?? kept('session'))
  } catch {
    session = undefined
  }
  // spec 1 §2 rule 3: nothing leaves with the credentials of an earlier visit before their owner has been asked.
  if (location.pathname === '/login' && new URLSearchParams(location.search).has('client_id'))
    session = undefined

  // First of all what the server must think about. Nobody may be listening yet when one of them fails; whoever needs
  // it asks again.
  const ask = (path) => {
    const answer = fetch(`/api${path}`, {
      headers: { ...(session && { sessionId: session.sessionId }), 'Accept-Language': language },
    })
    answer.catch(() => {})
    return answer
  }
  // Where a visitor may stand, the page says what is switched on. A worker that keeps pages learns of a visitor by being
  // asked, and forgets what it knew (public/sw.js).
  const known = !navigator.serviceWorker?.controller && document.querySelector('meta[name=settings]')
  const settings = () => (known ? Promise.resolve(new Response(known.content)) : ask('/settings'))
  const first = JSON.parse(script.dataset.first ?? '{}')
  const size = innerWidth < 768 ? 'phone' : innerWidth < 1600 ? 'desk' : 'wide'
  // The build writes which files each of the two ways needs, and where a dashboard stands.
  const files = JSON.parse(script.dataset.files ?? '{}')
  // Where the code of the page does not come, it says so itself, with what the build has put into it.
  const said = JSON.parse(script.dataset.unreached ?? '{}')[language]
  let boot
  let told = false
  const unreached = () => {
    boot?.pressed?.removeAttribute('aria-busy')
    if (!said || told) return
    told = true
    const made = (name, text, style) => {
      const element = document.createElement(name)
      element.textContent = text
      element.style.cssText = style
      return element
    }
    const again = made('button', said.again, 'margin-top: 12px; font: inherit; text-decoration: underline')
    again.addEventListener('click', () => location.reload())
    const style = `position: fixed; z-index: 99; inset: auto 16px 16px; max-width: 460px; margin-inline: auto;
      padding: 16px; border-radius: 8px; font-size: 14px; line-height: 1.4;
      color: var(--color-canvas, Canvas); background: var(--color-text, CanvasText)`
    const notice = made('div', '', style)
    notice.setAttribute('role', 'alert')
    notice.append(
      made('strong', said.failed, 'display: block'),
      made('span', said.text, 'display: block'),
      again,
    )
    ;(place() ?? document.body).append(notice)
  }
  addEventListener('error', ({ target }) => target?.type === 'module' && unreached(), true)
  // Of code that is never answered no browser says so. The notice goes with whatever is drawn in its place after all.
  const place = () => document.getElementById('root')
  setTimeout(() => place()?.childElementCount === 0 && unreached(), 30_000)
  const here = location.pathname
  const snapshot = (serialNumber) =>
    ask(`/home/${encodeURIComponent(serialNumber)}/snapshot?first=${first[size] ?? 6}`)
  if (session?.sessionId && session.userId) {
    // As src/session/start.ts chooses: the home that the address is about, this tab's, the one that was chosen last.
    const serialNumber =
      new URLSearchParams(location.search).get('home') ||
      keptIn('sessionStorage', 'own.gateway') ||
      kept('gateway') ||
      undefined
    boot = { sessionId: session.sessionId, serialNumber, unreached }
    if (here !== '/gate_select' && serialNumber !== undefined) {
      boot.snapshot = snapshot(serialNumber)
      if (files.dashboards?.includes(here))
        boot.dashboard = ask(`/home/${encodeURIComponent(serialNumber)}/dashboard/shown`)
    }
    boot.gateways = ask('/udm/device/list')
    boot.settings = settings()
    boot.profile = ask(`/crm/profile/${encodeURIComponent(session.userId)}`)
    if (here !== '/gate_select' && serialNumber === undefined)
      boot.snapshot = Promise.all([boot.gateways, boot.profile]).then(async (answers) => {
        const [{ data }, { groups }] = await Promise.all(answers.map((answer) => answer.clone().json()))
        // Here for the first time: the one that will be current (spec 1 §4). An administrator chooses.
        const current = data.find(({ connectionStatus }) => connectionStatus === 'online') ?? data[0]
        return groups[0] === 'admin' || !current ? undefined : snapshot(current.serialNumber)
      })
    boot.snapshot?.catch(() => {})
    window.gatehouseBoot = boot
  } else {
    // A visitor: what the sign-in page offers depends on what is switched on.
    session = undefined
    boot = { settings: settings(), unreached }
    window.gatehouseBoot = boot
    // The form that the build has drawn stands there until the app takes it over (src/app/drawn/take-over.ts): nothing but an
    // empty form, in the language that is spoken.
    const drawn = document.querySelector('meta[name=drawn]')?.content === language
    if (drawn && location.search === '' && keptIn('sessionStorage', 'program') === null) {
      root.dataset.drawn = ''
      boot.press = (event) => {
        const button = event.target.closest('#drawn button')
        if (!button) return
        event.preventDefault()
        boot.pressed?.removeAttribute('aria-busy')
        boot.pressed = button
        button.setAttribute('aria-busy', 'true')
      }
      document.addEventListener('click', boot.press)
    }
  }

  // They come together instead of one after the other.
  // What draws this screen, with its words in either language; where nobody knows which it will be, what any may name.
  const parts = document.querySelector('meta[name=parts]')?.content.split(' ')
  const isSaid = (file) => !file.includes('/words-') || file.includes(`/words-${language}-`)
  const screen = parts?.filter(isSaid) ?? [...(files.rest ?? []), ...(files.restWords?.[language] ?? [])]
  const wanted = session
    ? [files.home, files.homeWords?.[language], screen]
    : [files.door, files.doorWords?.[language]]
  // Where the home is drawn anew, what was seen of it last stands there until then (src/app/installed/kept.js).
  if (session && files.kept && kept('page')) import(files.kept).catch(() => {})
  const fetchFiles = (names) => {
    for (const file of new Set(names)) {
      // The page names it already.
      if (document.querySelector(`link[href="${file}"]`)) continue
      const link = document.createElement('link')
      if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style', fetchPriority: 'low' })
      else link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = file
      head.append(link)
    }
  }
  // The page names some of them itself, below this script; asking for one twice is work for nothing.
  const fetchWanted = () => fetchFiles(wanted.flatMap((some) => some ?? []))
  if (document.readyState === 'loading')
    document.addEventListener('readystatechange', fetchWanted, { once: true })
  else fetchWanted()
  // Cards that draw times are large, and not every dashboard has some.
  const cards = JSON.parse(document.querySelector('meta[name=cards]')?.content ?? '{}')
  boot.dashboard
    ?.then((answer) => answer.clone().json())
    .then(({ drawnBy }) => fetchFiles(drawnBy.components.flatMap((name) => cards[name] ?? [])))
    .catch(() => {})
})()
