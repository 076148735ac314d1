import { parseAllowList } from './allow-list';
import { flowTargetPolicy, providerTargetPolicy } from './target-policy';

const permits = (list: string, hostname: string, address: string, port = 80): boolean =>
  flowTargetPolicy(parseAllowList(list)).permits({ hostname, address, port });

describe('the policy of flows', () => {
  it.each([
    ['nothing', '', 'example.com', '93.184.216.34', 80, true],
    ['nothing', '', 'example.com', '10.0.0.1', 80, false],
    ['an address', '10.0.0.1', '10.0.0.1', '10.0.0.1', 8080, true],
    ['an address', '10.0.0.1', '10.0.0.2', '10.0.0.2', 80, false],
    ['an address that a name stands for', '10.0.0.1', 'db.corp', '10.0.0.1', 80, true],
    ['an address with a port', '127.0.0.1:5000', '127.0.0.1', '127.0.0.1', 5000, true],
    ['an address with another port', '127.0.0.1:5000', '127.0.0.1', '127.0.0.1', 5001, false],
    ['a network', '10.1.0.0/16, 192.168.0.0/24', 'x', '192.168.0.77', 80, true],
    ['a network with a port', '10.0.0.0/8:443', 'x', '10.9.9.9', 443, true],
    ['a network with another port', '10.0.0.0/8:443', 'x', '10.9.9.9', 80, false],
    ['an IPv6 address', '::1', 'localhost', '::1', 80, true],
    ['an IPv6 address with a port', '[::1]:8080', 'localhost', '::1', 8080, true],
    ['an IPv6 network', 'fc00::/7', 'x', 'fd12::1', 80, true],
    ['an IPv6 network with a port', '[fc00::]/7:80', 'x', 'fd12::1', 81, false],
    ['a host in any spelling', 'LocalHost.', 'localhost', '127.0.0.1', 80, true],
    ['a host, but not the address typed', 'localhost', '127.0.0.1', '127.0.0.1', 80, false],
    ['a host with a port', 'intra.corp:8443', 'intra.corp', '10.0.0.1', 8443, true],
    ['a host with another port', 'intra.corp:8443', 'intra.corp', '10.0.0.1', 443, false],
    ['a host that moved to the metadata service', 'intra.corp', 'intra.corp', '169.254.169.254', 80, false],
    ['everything', '0.0.0.0/0', 'x', '10.0.0.1', 80, true],
    ['everything, the metadata service excepted', '0.0.0.0/0', 'x', '169.254.169.254', 80, false],
    ['the metadata service by its address', '169.254.169.254', 'x', '169.254.169.254', 80, true],
  ])('with %s allowed (%j): %s → %s:%i %s', (_case, list, hostname, address, port, expected) => {
    expect(permits(list, hostname, address, port)).toBe(expected);
  });

  it.each(['10.0.0.0/33', 'a b', '10.1', 'http://x', 'x:99999', '[::1', 'host/8', '0x7f.0.0.1/8', '-'])(
    'refuses the entry %j and names it',
    (entry) => {
      expect(() => parseAllowList(`ok.example,${entry}`)).toThrow(
        expect.objectContaining({
          code: 'HTTP_ALLOW_INVALID',
          message: expect.stringContaining(`'${entry}'`),
        }),
      );
    },
  );
});

describe('the policy of providers', () => {
  it.each([
    ['8.8.8.8', true],
    ['127.0.0.1', true],
    ['::1', true],
    ['192.168.1.10', true],
    ['169.254.169.254', false],
    ['168.63.129.16', false],
    ['fe80::1', false],
    ['0.0.0.0', false],
    ['::ffff:169.254.169.254', false],
  ])('%s: %s', (address, expected) => {
    expect(providerTargetPolicy.permits({ hostname: 'x', port: 443, address })).toBe(expected);
  });
});
