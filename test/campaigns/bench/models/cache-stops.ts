/** Generates many deterministic stops as the service returns them, with very common and very rare words. */

/** Occurs in every address. */
export const commonWord = 'aldermuende';
/** Occur in a few stops or in one. */
export const rareWords = ['kern', 'c-00004711', '4006381004711', '+49171004711', 'quendel'] as const;

const streets = ['Lindenallee', 'Hafenstraße', 'Am Teich', 'Rosenweg', 'Mühlengasse', 'Bahnhofstraße', 'Ankerplatz'];
const first = ['Mia', 'Jörg', 'Zoë', 'Tomáš', 'Agnieszka', 'Mehmet', 'Lena', 'Noah'];
const last = ['Weiß', 'Brandt', 'Wróbel', 'Hoffmann', 'Yıldız', 'Vogel', 'Jäger', 'Nováková', 'Petrović'];

const pick = <Item>(items: readonly Item[], index: number) => items[index % items.length];

/** The stops of one plan, with all fields of a delivered stop. @param plan its number */
export function benchStops(plan: number, count: number): object[] {
  return Array.from({ length: count }, (_, place) => {
    const index = plan * count + place;
    const street = `${pick(streets, index * 7)} ${(index % 180) + 1}`;
    const name = index % 20_000 === 4_711 ? 'Mia Kern' : `${pick(first, index)} ${pick(last, index * 5 + plan)}`;
    const padded = String(index).padStart(6, '0');
    return {
      id: `plans/bench${plan}/stops/s${padded}`,
      address: {
        address: `${street}, 41720 Aldermuende, Germany`,
        addressLineOne: street,
        addressLineTwo: '41720 Aldermuende, Germany',
        latitude: 52.9 + (index % 1_000) / 10_000,
        longitude: 10.2 + (index % 777) / 10_000,
        placeId: `place-${padded}`,
        placeTypes: ['street_address'],
      },
      barcodes: [`4006381${padded}`],
      allowedDrivers: null,
      estimatedTravelDuration: 340,
      estimatedTravelDistance: 2_100,
      notes: index === 50_000 ? 'Ask for Quendel.' : 'Ring twice, the bell is slow.',
      packageCount: 1 + (index % 3),
      weight: { amount: 3.25, unit: 'kilogram' },
      type: 'stop',
      packageLabel: `A${place}`,
      stopPosition: place,
      trackingLink: `https://track.example/${padded}`,
      webAppLink: `https://office.example/${padded}`,
      orderInfo: {
        products: ['Bread baking set', 'Tea selection'],
        sellerName: index === 50_000 ? 'Quendel' : 'Bakery',
        sellerOrderId: `W-${padded}`,
        sellerWebsite: 'bakery.example',
      },
      placeInVehicle: { x: 'left', y: 'front', z: 'floor' },
      recipient: {
        name,
        email: `recipient${padded}@mail.example`,
        phone: `+49 171 ${padded}`,
        externalId: `C-00${padded}`,
      },
      activity: 'delivery',
      deliveryInfo: {
        attempted: true,
        attemptedAt: 1_781_510_000 + index,
        timeAtStopInfo: {
          status: 'available',
          value: { arrivedAt: 1_781_509_900 + index, departedAt: 1_781_510_050 + index, isEstimated: false },
        },
        attemptedLocation: { latitude: 52.9, longitude: 10.2 },
        driverProvidedInternalNotes: null,
        driverProvidedRecipientNotes: 'Left with the neighbour.',
        recipientProvidedNotes: null,
        signatureUrl: null,
        signeeName: null,
        photoUrls: [`https://media.example/${padded}.jpg`],
        succeeded: true,
        state: 'delivered_to_recipient',
      },
      paymentOnDelivery: null,
      proofOfAttemptRequirements: { enabled: true },
      plan: `plans/bench${plan}`,
      route: {
        id: `routes/r${plan}`,
        title: 'North 1',
        stopCount: count,
        driver: 'drivers/a',
        plan: `plans/bench${plan}`,
        state: { completed: true, completedAt: 1_781_520_000, distributed: true, started: true },
      },
      eta: {
        status: 'available',
        value: {
          estimatedArrivalAt: 1_781_509_800,
          estimatedLatestArrivalAt: 1_781_511_000,
          estimatedEarliestArrivalAt: 1_781_509_000,
        },
      },
      timing: {
        estimatedAttemptDuration: 300,
        earliestAttemptTime: { hour: 9, minute: 0 },
        latestAttemptTime: { hour: 12, minute: 30 },
      },
      optimizationOrder: 'default',
      customProperties: { doorCode: '1234' },
      clientId: null,
    };
  });
}
