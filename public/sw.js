// Opens the app where no server answers, and wakes whoever it belongs to (decision 0159). A classic script at the root:
// from there it looks after every page. It answers for the page, its parts and what the app asks for first; everything
// else goes its way as if this were not there.
;(() => {
  /** The page, and what it is made of. */
  const PAGE = 'gatehouse-page'
  /** What was last known, by session. */
  const STATE = 'gatehouse-state-'
  /** Who is signed in, and whose notifications this device shows. */
  const OWN = 'gatehouse-own'
  const HERE = '/session'
  /** Whoever switched notifications on here finds them on again when he comes back; of him there is a hash alone. */
  const WISH = '/wish'
  /** Of the page whose parts are kept. */
  const VERSION = '/version'
  const KEPT_AT = 'x-kept-at'
  /** Longer than this nobody waits for a server where there is something to show. */
  const PATIENCE_MS = 4000
  /** A server that has taken a question and not begun to answer by then does not answer: no browser says so by itself. */
  const END_MS = 30_000
  /** As many devices as one answer may hold. */
  const MOST = 200
  /** Before the id of an answer. */
  const ANSWER = 'answer:'
  /** What public/boot.js and the first tiles ask for. */
  const FIRST = [
    /^\/api\/settings$/,
    /^\/api\/crm\/profile\/[^/]+$/,
    /^\/api\/udm\/device\/list$/,
    /^\/api\/home\/[^/]+\/snapshot$/,
  ]

  const ours = (path) =>
    !/^\/(?:api|mqtt|metrics|healthz)(?:\/|$)/.test(path) && !/\.[A-Za-z0-9]{1,11}$/.test(path)
  const loose = (path) => /^\/(?:boot\.js|[\w.-]+\.(?:webmanifest|svg|png))$/.test(path)

  self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

  self.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (origin !== location.origin) return
    if (request.method !== 'GET') return
    if (pathname === '/api/auth/logout') event.waitUntil(forget())
    if (request.mode === 'navigate') {
      if (ours(pathname)) event.respondWith(freshOrKept(event, '/'))
    } else if (pathname.startsWith('/assets/')) event.respondWith(part(event))
    else if (loose(pathname)) event.respondWith(freshOrKept(event, pathname))
    else if (FIRST.some((path) => path.test(pathname))) event.respondWith(first(event))
  })

  /** What a server answers; however long it takes to say all of it, it has to begin. */
  async function inTime(request, init) {
    let timer
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new DOMException('no answer', 'TimeoutError')), END_MS)
    })
    try {
      return await Promise.race([fetch(request, init), late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** The newest where a server answers: so a new version is there at the next start, and never in the midst of one. */
  async function freshOrKept(event, key) {
    const cache = await caches.open(PAGE)
    const answer = await asked(event.request, () => cache.match(key))
    if (answer.ok && !answer.headers.has(KEPT_AT)) event.waitUntil(cache.put(key, stamped(answer.clone())))
    return answer
  }

  /** Its name says what is in it. */
  async function part(event) {
    const cache = await caches.open(PAGE)
    const kept = await cache.match(event.request.url)
    if (kept) return kept
    const answer = await inTime(event.request)
    if (answer.ok) event.waitUntil(cache.put(event.request.url, answer.clone()))
    return answer
  }

  /** What was last known of one session, and of no other. */
  async function first(event) {
    const { request } = event
    const sessionId = request.headers.get('sessionId')
    if (sessionId === null) {
      event.waitUntil(forget())
      return inTime(request)
    }
    const name = STATE + (await hash(sessionId))
    const { pathname, searchParams } = new URL(request.url)
    const key = `${pathname}?skip=${searchParams.get('skip') ?? 0}`
    const answer = await asked(request, async () => (await caches.open(name)).match(key))
    if (await isOver(answer)) event.waitUntil(forget())
    const isPart = Number(searchParams.get('first') ?? MOST) < MOST
    if (answer.ok && !answer.headers.has(KEPT_AT)) event.waitUntil(keep(name, key, answer.clone(), isPart))
    return answer
  }

  /** The server knows this session no more. */
  async function isOver(answer) {
    if (answer.status !== 403) return false
    const said = await answer
      .clone()
      .json()
      .catch(() => [])
    return Array.isArray(said) && said.some(({ errorCode }) => errorCode === 'SESSION_ENDED')
  }

  /** The few devices that a start asks for take no place of all of them. */
  async function keep(name, key, answer, isPart) {
    await forgetStates(name)
    const cache = await caches.open(name)
    if (!isPart || !(await cache.match(key))) await cache.put(key, stamped(answer))
  }

  /** The answer of the server, or what is kept where none comes; a fault where nothing is. */
  async function asked(request, keptOne) {
    let patience
    const late = new Promise((resolve) => {
      patience = setTimeout(async () => {
        const kept = await keptOne()
        if (kept) resolve(kept)
      }, PATIENCE_MS)
    })
    try {
      const answer = await Promise.race([inTime(request), late])
      if (answer.status < 502 || answer.status > 504) return answer
      return (await keptOne()) ?? answer
    } catch (error) {
      const kept = await keptOne()
      if (kept) return kept
      throw error
    } finally {
      clearTimeout(patience)
    }
  }

  function stamped(answer) {
    const headers = new Headers(answer.headers)
    headers.set(KEPT_AT, String(Date.now()))
    // The body is no longer packed.
    headers.delete('content-encoding')
    headers.delete('content-length')
    return new Response(answer.body, { status: answer.status, headers })
  }

  async function hash(text) {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  async function forgetStates(but) {
    for (const name of await caches.keys())
      if (name.startsWith(STATE) && name !== but) await caches.delete(name)
  }

  /** Nobody is signed in here any more: nothing of him is left, and nothing more comes for him. */
  async function forget() {
    await Promise.all([forgetStates(), caches.delete(OWN)])
    const subscription = await self.registration.pushManager?.getSubscription()
    await subscription?.unsubscribe()
    for (const shown of (await self.registration.getNotifications?.()) ?? []) shown.close()
  }

  async function own() {
    const kept = await (await caches.open(OWN)).match(HERE)
    return kept?.json()
  }

  self.addEventListener('message', (event) => {
    const { kind, ...said } = event.data ?? {}
    if (kind === 'session') event.waitUntil(remember(said))
    else if (kind === 'forget') event.waitUntil(forget())
    else if (kind === 'wake') event.waitUntil(wish(said))
    else if (kind === 'parts') event.waitUntil(keepParts(said.parts))
  })

  async function remember(said) {
    await (await caches.open(OWN)).put(HERE, new Response(JSON.stringify(said)))
    await forgetStates(STATE + (await hash(said.sessionId)))
    await resume(said)
  }

  async function wish({ userId, on }) {
    const cache = await caches.open(PAGE)
    if (on) await cache.put(WISH, new Response(await hash(userId)))
    else await cache.delete(WISH)
  }

  /** Signing out ended it; whoever comes back need not switch it on once more. */
  async function resume({ userId, sessionId }) {
    const wished = await (await (await caches.open(PAGE)).match(WISH))?.text()
    const { pushManager } = self.registration
    if (wished !== (await hash(userId)) || self.Notification?.permission !== 'granted') return
    const headers = { sessionId }
    const answer = await inTime('/api/notifier/push', { headers })
    if (!answer.ok) return
    const { publicKey, available, here } = await answer.json()
    const known = await pushManager.getSubscription()
    if (!available || (here && known)) return
    await known?.unsubscribe()
    await subscribed(
      await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }),
      sessionId,
    )
  }

  async function subscribed(subscription, sessionId) {
    const { endpoint, keys } = subscription.toJSON()
    await inTime('/api/notifier/push', {
      method: 'POST',
      headers: { 'content-type': 'application/json', sessionId },
      body: JSON.stringify({ endpoint, keys }),
    })
  }

  /** What the page consists of that is open: the parts of versions before it go, those that are missing come. */
  async function keepParts(parts) {
    const cache = await caches.open(PAGE)
    const wanted = new Set(parts)
    const pathsOf = async () => new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
    const there = await pathsOf()
    for (const path of wanted) if (!there.has(path)) await added(cache, path).catch(() => {})
    const version = await hash((await (await cache.match('/'))?.text()) ?? '')
    if ((await (await cache.match(VERSION))?.text()) === version) return
    for (const path of await pathsOf())
      if (path.startsWith('/assets/') && !wanted.has(path)) await cache.delete(path)
    await cache.put(VERSION, new Response(version))
  }

  async function added(cache, path) {
    const answer = await inTime(path)
    if (answer.ok) await cache.put(path, answer)
  }

  self.addEventListener('push', (event) => event.waitUntil(show(event.data)))

  async function show(data) {
    const here = await own()
    // Whoever it is for has signed out here: it is nobody else's.
    if (!here) return forget()
    const { title, body, path, tag, urgent, react, ask } = data.json()
    await self.registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      requireInteraction: urgent === true || ask !== undefined,
      lang: here.lang,
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      data: { path, react, ask },
      actions: react
        ? [{ action: 'react', title: react.label }]
        : (ask?.answers ?? []).map(({ id, label }) => ({ action: ANSWER + id, title: label })),
    })
  }

  self.addEventListener('notificationclick', (event) => {
    const { notification, action } = event
    notification.close()
    const { path, react, ask } = notification.data ?? {}
    if (ask && action.startsWith(ANSWER))
      event.waitUntil(answered(notification, ask, action.slice(ANSWER.length)))
    else event.waitUntil(action === 'react' && react ? reacted(notification, react) : open(path))
  })

  async function posted(path, body) {
    const here = await own()
    return inTime(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(here && { sessionId: here.sessionId, 'accept-language': here.language }),
      },
      body: JSON.stringify(body),
    }).catch(() => undefined)
  }

  async function reacted(notification, { id, text, failed }) {
    const answer = await posted('/api/alarm/notification/react', { notificationId: id, responseMsg: text })
    if (!answer?.ok) await instead(notification, failed)
  }

  /** The first answer counts: whoever was later is told so. */
  async function answered(notification, { id, failed, other }, answer) {
    const said = await posted(`/api/notifier/notifications/${encodeURIComponent(id)}/answer`, { answer })
    if (!said?.ok) return instead(notification, failed)
    const counts = await said.json().catch(() => ({}))
    if (counts.answer !== answer) await instead(notification, other)
  }

  /** Somebody was quicker, or nobody heard it: whoever pressed is told, and may look. */
  async function instead(notification, body) {
    await self.registration.showNotification(notification.title, {
      body,
      tag: notification.tag,
      requireInteraction: true,
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      data: { path: notification.data.path },
    })
  }

  /** Only pages of ours are opened, whatever was sent. */
  async function open(path) {
    const url = new URL(typeof path === 'string' ? path : '/', location.origin)
    const to = url.origin === location.origin ? url.pathname + url.search : '/'
    const [window] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (!window) return self.clients.openWindow(to)
    window.postMessage({ kind: 'open', path: to })
    await window.focus()
  }

  // The browser has renewed its keys: the server hears of the new ones.
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewed(event)))

  async function renewed({ oldSubscription, newSubscription }) {
    const here = await own()
    const subscription =
      newSubscription ??
      (oldSubscription && (await self.registration.pushManager.subscribe(oldSubscription.options)))
    if (here && subscription) await subscribed(subscription, here.sessionId)
  }
})()
