import type { Server } from 'node:http'
import { join } from 'node:path'
import { type FastifyInstance, fastify } from 'fastify'
import { accountsHandlers } from './http/accounts/handlers.ts'
import { aggregatedDataHandlers } from './http/aggregated-data/handlers.ts'
import { alarmHandlers } from './http/alarm/handlers.ts'
import { analyticsHandlers } from './http/analytics/handlers.ts'
import { answerFailures } from './http/answers.ts'
import { registerApi } from './http/api.ts'
import { asmHandlers } from './http/asm/handlers.ts'
import { auditHandlers } from './http/audit/handlers.ts'
import { authHandlers } from './http/auth/handlers.ts'
import { backupHandlers } from './http/backup/handlers.ts'
import { acceptJsonOnly, MAX_BODY } from './http/body.ts'
import { bomHandlers } from './http/bom/handlers.ts'
import { cacheHandlers } from './http/cache/handlers.ts'
import { catalogueHandlers } from './http/catalogue/handlers.ts'
import { channelHandlers } from './http/channel/handlers.ts'
import { compressAnswers } from './http/compress.ts'
import { crmHandlers } from './http/crm/handlers.ts'
import { deploymentHandlers } from './http/deployment/handlers.ts'
import { energyHandlers } from './http/energy/handlers.ts'
import { gatewayStatisticHandlers } from './http/gateway-statistic/handlers.ts'
import { goldenHomesHandlers } from './http/golden-homes/handlers.ts'
import { groupsHandlers } from './http/groups/handlers.ts'
import { sendSecurityHeaders } from './http/headers.ts'
import { historyHandlers } from './http/history/handlers.ts'
import { homeHandlers } from './http/home/handlers.ts'
import { linkedHandlers } from './http/linked/handlers.ts'
import { locationHandlers } from './http/location/handlers.ts'
import { mailsHandlers } from './http/mails/handlers.ts'
import { watchCalls } from './http/measure.ts'
import { Messages } from './http/messages.ts'
import { multimediaHandlers } from './http/multimedia/handlers.ts'
import { notifierHandlers } from './http/notifier/handlers.ts'
import { oauthHandlers } from './http/oauth/handlers.ts'
import { readApi } from './http/openapi.ts'
import { serveOperator } from './http/operator.ts'
import { outboxHandlers } from './http/outbox/handlers.ts'
import { servePages } from './http/pages.ts'
import type { Parts } from './http/parts.ts'
import { privacyHandlers } from './http/privacy/handlers.ts'
import type { Proxies } from './http/proxies.ts'
import { replaceHandlers } from './http/replace/handlers.ts'
import { takeReports } from './http/reports.ts'
import { refuseOtherSites, type Sites } from './http/same-site.ts'
import { ssoHandlers } from './http/sso/handlers.ts'
import { subsHandlers } from './http/subs/handlers.ts'
import { teOperationHandlers } from './http/te-operation/handlers.ts'
import { udmHandlers } from './http/udm/handlers.ts'
import { wiseHandlers } from './http/wise/handlers.ts'
import { zotaHandlers } from './http/zota/handlers.ts'
import type { StrangeProxies } from './self-check/strange-proxies.ts'

export interface AppOptions {
  /** The listening server, shared with the message channel. */
  server: Server
  /** Where schemas, locales and the built pages are. */
  root: string
  sites: Sites
  proxies: Proxies
  strangeProxies: StrangeProxies
  /** Where the message channel is, for the content policy. */
  channels(): readonly string[]
}

/** The HTTP side: pages, API, operators' doors. The list of registrations is the map. */
export async function buildApp(parts: Parts, options: AppOptions): Promise<FastifyInstance> {
  const { server: listening, root, sites, proxies, strangeProxies, channels } = options
  const app = fastify({
    serverFactory: (handler) => listening.on('request', handler),
    logger: false,
    bodyLimit: MAX_BODY,
    trustProxy: (address: string) => proxies.trusts(address),
    // An address that cannot be read would be answered before any hook, without a single header of ours.
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : '/api/unreadable'),
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 256, caseSensitive: true },
  })
  // Answers are proved against their schema by the contract test; nothing is compiled for them at start.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  const origins = parts.config.origins
  sendSecurityHeaders(app, {
    tls: parts.config.tls !== undefined || origins.some((origin) => origin.startsWith('https:')),
    channels,
  })
  watchCalls(app, parts)
  app.addHook('onRequest', async ({ raw }) => strangeProxies.see(raw))
  answerFailures(app, parts, new Messages(join(root, 'locales'), parts.settings.flags.DEFAULT_LANG))

  await app.register(async (server) => serveOperator(server, parts))
  await app.register(
    async (server) => {
      refuseOtherSites(server, sites)
      await server.register(async (reports) => takeReports(reports, parts))
      await server.register(async (api) => {
        acceptJsonOnly(api)
        compressAnswers(api)
        const document = readApi(join(root, 'schemas', 'api'))
        const handlers = {
          ...aggregatedDataHandlers(parts),
          ...alarmHandlers(parts),
          ...analyticsHandlers(parts),
          ...cacheHandlers(parts),
          ...gatewayStatisticHandlers(parts),
          ...auditHandlers(parts, root),
          ...backupHandlers(parts, root),
          ...asmHandlers(parts),
          ...bomHandlers(parts),
          ...teOperationHandlers(parts),
          ...energyHandlers(parts),
          ...historyHandlers(parts),
          ...authHandlers(parts),
          ...channelHandlers(parts),
          ...crmHandlers(parts),
          ...homeHandlers(parts, document),
          ...goldenHomesHandlers(parts),
          ...groupsHandlers(parts),
          ...linkedHandlers(parts),
          ...multimediaHandlers(parts),
          ...notifierHandlers(parts),
          ...oauthHandlers(parts),
          ...accountsHandlers(parts),
          ...catalogueHandlers(parts),
          ...outboxHandlers(parts),
          ...mailsHandlers(parts),
          ...deploymentHandlers(parts),
          ...privacyHandlers(parts),
          ...ssoHandlers(parts),
          ...locationHandlers(parts),
          ...replaceHandlers(parts),
          ...zotaHandlers(parts),
          ...wiseHandlers(parts),
          ...subsHandlers(parts),
          ...udmHandlers(parts),
        }
        registerApi(api, document, handlers, parts)
      })
    },
    { prefix: '/api' },
  )
  await app.register(async (server) =>
    servePages(server, join(root, 'dist'), {
      ownDefinitions: () => parts.rollouts.mark(),
      settings: (host) => {
        const { flags, modules } = parts.settings.of(host)
        return { flags, modules }
      },
    }),
  )
  await app.ready()
  return app
}

function isReadable(url: string): boolean {
  try {
    decodeURI(url)
    return true
  } catch {
    return false
  }
}
