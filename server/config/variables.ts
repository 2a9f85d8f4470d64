import { drivers } from '#gateway/drivers/drivers.ts'

/** One variable of the environment; README and docs are made from this table. */
export interface Variable {
  name: string
  /** As shown to operators; undefined = not set. */
  default?: string
  about: string
  /** Its value is never shown and may not be a sample. */
  secret?: true
}

export const variables = [
  { name: 'HOST', default: '127.0.0.1', about: 'Address that the server listens on.' },
  { name: 'PORT', default: '8080', about: 'Port of app, API and message channel; 0 picks a free one.' },
  {
    name: 'GATEHOUSE_MODE',
    about:
      'demo or production. demo creates the demo accounts, whose passwords everybody knows, and their home; it listens on ' +
      'this machine only. Default: production as soon as others may reach the server (HOST, GATEHOUSE_ORIGIN or ' +
      'GATEHOUSE_PROXIES say so), else demo.',
  },
  {
    name: 'GATEHOUSE_FORGET_DEMO',
    default: 'no',
    about:
      'yes = when the data are those of a demo, production removes its accounts, homes and gateways at start; ' +
      'without it, production refuses such data.',
  },
  { name: 'GATEHOUSE_DATA', default: 'data', about: 'Folder of the embedded database.' },
  {
    name: 'GATEHOUSE_BACKUPS',
    about:
      'Folder, best on another disk, into which the server copies all that it keeps, by itself and while it works; ' +
      'of the embedded database only.',
  },
  { name: 'GATEHOUSE_BACKUPS_HOURS', default: '24', about: 'Hours from one such copy to the next.' },
  { name: 'GATEHOUSE_BACKUPS_KEPT', default: '7', about: 'How many of them stay; older ones are removed.' },
  {
    name: 'DATABASE_URL',
    about: 'PostgreSQL, e.g. postgres://user:password@host/database; replaces the embedded database.',
    secret: true,
  },
  {
    name: 'GATEHOUSE_ORIGIN',
    about:
      'Where browsers reach the server, e.g. https://home.example; several with commas, the first is used in links. ' +
      'Needed unless the server listens on a loopback address.',
  },
  {
    name: 'GATEHOUSE_PROXIES',
    about: 'Addresses or networks of proxies whose X-Forwarded-For is believed, with commas.',
  },
  {
    name: 'GATEHOUSE_TLS_CERT',
    about: 'File with the certificate chain (PEM); with the key, the server speaks TLS.',
  },
  { name: 'GATEHOUSE_TLS_KEY', about: 'File with the private key (PEM).' },
  {
    name: 'GATEHOUSE_ADMIN',
    about:
      'Production: user name of the first administrator. Default: admin@ and the host of GATEHOUSE_ORIGIN.',
  },
  ...drivers.map(({ variable }) => variable),
  {
    name: 'GATEHOUSE_CATALOGUE',
    default: 'catalogue',
    about: 'Folder of device models and rules; changes appear at once.',
  },
  {
    name: 'GATEHOUSE_SETTINGS',
    about:
      'JSON file { "flags": {…}, "modules": {…}, "clients": […] } that overrides shipped values and registers ' +
      'programs which people may allow to use a gateway (OAuth 2).',
  },
  {
    name: 'GATEHOUSE_OIDC_ISSUER',
    about:
      'OpenID provider of the external sign-in (flag EXTERNAL_LOGIN), e.g. https://id.example; needs GATEHOUSE_ORIGIN, ' +
      'to whose /ssoredirect the provider sends people back.',
  },
  { name: 'GATEHOUSE_OIDC_CLIENT', about: 'Name under which this server is registered at the provider.' },
  { name: 'GATEHOUSE_OIDC_SECRET', about: 'Its secret, if it has one.', secret: true },
  { name: 'GATEHOUSE_OIDC_SCOPES', default: 'openid profile email', about: 'What is asked of the provider.' },
  {
    name: 'GATEHOUSE_OIDC_HOSTS',
    about: 'Further hosts of the provider that the server may call, with commas; others are never called.',
  },
  {
    name: 'GATEHOUSE_OIDC_PRIVATE',
    default: 'no',
    about: 'yes = the provider may be on this machine or in a private network.',
  },
  {
    name: 'GATEHOUSE_OIDC_ACCOUNTS',
    default: 'create',
    about:
      'create = the first external sign-in makes an account; existing = only people who have one get in.',
  },
  {
    name: 'GATEHOUSE_SMTP',
    about:
      'Server for mails, e.g. smtps://user:password@mail.example; without it, mails stay in the outbox, where ' +
      'administrators read them.',
    secret: true,
  },
  {
    name: 'GATEHOUSE_MAIL_FROM',
    about:
      'Sender of mails, e.g. Gatehouse <home@example.org>. Default: gatehouse@ and the host of GATEHOUSE_ORIGIN.',
  },
  {
    name: 'GATEHOUSE_PUSH_CONTACT',
    about:
      'Where push services write to about this server, mailto: or https:. Default: the address in GATEHOUSE_MAIL_FROM.',
  },
  {
    name: 'GATEHOUSE_PUSH_HOSTS',
    default: 'fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
    about:
      'Push services that are called to wake devices, with commas; those of the usual browsers. none = no device is woken.',
  },
  {
    name: 'GATEHOUSE_PUSH_PRIVATE',
    default: 'no',
    about: 'yes = they may be on this machine or in a private network, and be called without encryption.',
  },
  {
    name: 'GATEHOUSE_SMS',
    about:
      'Where text messages are handed over by HTTP, e.g. https://key:secret@sms.example/v1/messages (docs/ways-out.md); ' +
      'without it, they stay in the outbox.',
    secret: true,
  },
  {
    name: 'GATEHOUSE_SMS_TEMPLATE',
    default: '{"to":{to},"text":{text},"id":{id}}',
    about:
      'What is handed over: JSON where it begins with a brace, else a form, e.g. to={to}&text={text}. {to}, {text} and ' +
      '{id} are put in safely.',
  },
  { name: 'GATEHOUSE_SMS_TOKEN', about: 'Bearer token for it, if it wants one.', secret: true },
  {
    name: 'GATEHOUSE_SMS_PRIVATE',
    default: 'no',
    about: 'yes = it may be on this machine or in a private network.',
  },
  {
    name: 'GATEHOUSE_CALL',
    about: 'Where calls are asked for by HTTP that say a text; as GATEHOUSE_SMS.',
    secret: true,
  },
  {
    name: 'GATEHOUSE_CALL_TEMPLATE',
    default: '{"to":{to},"text":{text},"id":{id}}',
    about: 'What is handed over for a call; as GATEHOUSE_SMS_TEMPLATE.',
  },
  { name: 'GATEHOUSE_CALL_TOKEN', about: 'Bearer token for it, if it wants one.', secret: true },
  {
    name: 'GATEHOUSE_CALL_PRIVATE',
    default: 'no',
    about: 'yes = it may be on this machine or in a private network.',
  },
  {
    name: 'GATEHOUSE_WHATSAPP_NUMBER',
    about:
      'Id of the number that writes by the WhatsApp Business Cloud API; without it, such messages stay in the outbox.',
  },
  { name: 'GATEHOUSE_WHATSAPP_TOKEN', about: 'Access token of that number.', secret: true },
  {
    name: 'GATEHOUSE_WHATSAPP_TEMPLATE',
    about:
      'Approved template whose body has one parameter, and its language, e.g. gatehouse_notice/de; without it, only people ' +
      'who wrote to the number within a day are reached.',
  },
  {
    name: 'GATEHOUSE_WHATSAPP',
    default: 'https://graph.facebook.com/v23.0',
    about: 'Where that API is, with its version.',
  },
  {
    name: 'GATEHOUSE_WHATSAPP_PRIVATE',
    default: 'no',
    about: 'yes = it may be on this machine or in a private network.',
  },
  {
    name: 'GATEHOUSE_CONNECTS',
    default: '15',
    about:
      'Connections to the message channel that one session may make in a minute; more keep it out for five minutes. Wall panels that are reloaded often need more.',
  },
  {
    name: 'GATEHOUSE_DELETION_DAYS',
    default: '14',
    about: 'Days between the deletion of an account by its owner and its end.',
  },
  {
    name: 'GATEHOUSE_SCENE_HOSTS',
    about:
      'Hosts on this machine or in a private network that scenes may call, with their port unless it is the usual one: ' +
      '192.0.2.20:8123, nas.home; without it scenes call what is on the public internet, over https only.',
  },
  {
    name: 'GATEHOUSE_GEO',
    about:
      'Service that knows the address of a place, with {latitude} and {longitude} in its address; ' +
      'without it a list of Swiss towns is used.',
  },
  {
    name: 'GATEHOUSE_GEO_PRIVATE',
    default: 'no',
    about: 'yes = that service may be on this machine or in a private network.',
  },
  {
    name: 'GATEHOUSE_GATEWAY_PORT',
    about: 'Port on which gateways of their own sign in over MQTT; without it there are none.',
  },
  {
    name: 'GATEHOUSE_GATEWAY_HOST',
    default: '127.0.0.1',
    about: 'Address of that port. For gateways on other machines, e.g. 0.0.0.0, it needs a certificate.',
  },
  {
    name: 'GATEHOUSE_GATEWAY_TLS_CERT',
    about:
      'File with the certificate chain (PEM) of that port; with the key, gateways sign in over TLS (mqtts://). ' +
      'Default: GATEHOUSE_TLS_CERT and GATEHOUSE_TLS_KEY.',
  },
  { name: 'GATEHOUSE_GATEWAY_TLS_KEY', about: 'File with its private key (PEM).' },
  {
    name: 'GATEHOUSE_GATEWAY_CLIENT_CA',
    about:
      'File with certificates (PEM): gateways must show, besides their secret, a certificate that one of them has signed, with their serial number as its name (CN).',
  },
  { name: 'GATEHOUSE_SESSION_IDLE', default: '168', about: 'Hours without use after which a session ends.' },
  { name: 'GATEHOUSE_SESSION_MAX', default: '720', about: 'Hours after which a session ends in any case.' },
  {
    name: 'GATEHOUSE_LOG',
    default: 'info',
    about: 'Least level that is logged: debug, info, warn, error or silent.',
  },
  {
    name: 'GATEHOUSE_METRICS_TOKEN',
    about: 'Bearer token for GET /metrics; without it only this machine may read them.',
    secret: true,
  },
] as const satisfies readonly Variable[]

export type VariableName = (typeof variables)[number]['name']
export type Environment = Readonly<Record<string, string | undefined>>

const table: readonly Variable[] = variables

/** What a variable is, or what it is without being set. */
export const valueIn = (environment: Environment, name: VariableName): string | undefined =>
  environment[name]?.trim() || table.find((one) => one.name === name)?.default

export const secretNames: readonly VariableName[] = variables.flatMap((one) =>
  'secret' in one ? [one.name] : [],
)
