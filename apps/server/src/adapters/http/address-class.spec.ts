import { classifyAddress, type AddressClass } from './address-class';

describe('classifyAddress', () => {
  it.each<[AddressClass, string[]]>([
    ['public', ['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2001:4860:4860::8888']],
    ['private', ['127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1']],
    ['private', ['100.64.0.1', '100.127.255.255', '198.18.0.7', '::1', 'fc00::1', 'fd12:3456::1']],
    ['metadata', ['169.254.169.254', '169.254.0.1', '168.63.129.16', '100.100.100.200', '192.0.0.192']],
    ['metadata', ['fe80::1', 'fe80::1%eth0', 'fd00:ec2::254']],
    [
      'special',
      ['0.0.0.0', '0.1.2.3', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255', '192.0.2.1'],
    ],
    ['special', ['::', 'ff02::1', 'fec0::1', '2001:db8::1', '3fff::1', '100::1', '4000::1']],
    ['special', ['::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::ffff:0:127.0.0.1']],
    ['special', ['64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001:0:7f00:1::1', 'no address', '']],
  ])('finds %s in %j', (kind, addresses) => {
    expect(addresses.map((address) => [address, classifyAddress(address)])).toEqual(
      addresses.map((address) => [address, kind]),
    );
  });
});
