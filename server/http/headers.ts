import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** Policies for trusted types that pages of ours create. */
const TRUSTED_TYPES = ['gatehouse-worker', 'gatehouse-service-worker', 'gatehouse-documents']

const PERMISSIONS = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
/** What pages of ours use. */
const OWN_PERMISSIONS = ['fullscreen', 'geolocation']

/** What a browser heeds on pages, on workers and on answers that it shows, and never on a part of a page. */
const NOT_FOR_PARTS = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Reporting-Endpoints',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
]

/** A script or style that a page brings along. A worker is none: the policy for what it does comes with its own file. */
const isPart = (url: string, status: number): boolean =>
  (status === 200 || status === 304) && /^\/assets\/(?!worker-)[^/?]+\.(?:js|css)$/.test(url)

export interface HeaderOptions {
  tls: boolean
  /** Where the message channel is, e.g. `ws://127.0.0.1:8080`. */
  channels(): readonly string[]
}

/** B-02, B-03, B-07: on every answer but the parts of a page, which would carry a kilobyte each that says nothing. */
export function sendSecurityHeaders(server: FastifyInstance, { tls, channels }: HeaderOptions): void {
  // Made once: what it is told is read and checked when it is made, which takes seven times as long as to send it.
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'blob:'],
        'font-src': ["'self'"],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'connect-src': ["'self'", () => channels().join(' ')],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': TRUSTED_TYPES,
        'report-uri': ['/api/csp-report'],
        'report-to': ['csp'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    hsts: tls ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    xPoweredBy: false,
  })
  server.addHook('onRequest', ({ raw }, reply, next) =>
    headers(raw, reply.raw, (error) => next(error as Error | undefined)),
  )
  const permissions = PERMISSIONS.map(
    (name) => `${name}=(${OWN_PERMISSIONS.includes(name) ? 'self' : ''})`,
  ).join(', ')
  server.addHook('onSend', async (request, reply) => {
    if (isPart(request.url, reply.statusCode)) {
      for (const name of NOT_FOR_PARTS) reply.removeHeader(name)
      return
    }
    reply.header('Permissions-Policy', permissions)
    reply.header('Reporting-Endpoints', 'csp="/api/csp-report"')
    // What the API says is for one person at one time; only operations that say so may be kept.
    if (request.url.startsWith('/api') && !reply.hasHeader('Cache-Control'))
      reply.header('Cache-Control', 'no-store')
  })
}
